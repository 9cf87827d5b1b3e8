"""The records of the atlas and their vocabularies: what may be written down, and nothing of what is done with it.

``vocabulary`` holds the closed lists (kinds, phases, verdict-bearing words) as plain constants, cheap to
import; ``records`` holds the pydantic models, the one source of the JSON Schemas; ``identifiers`` makes and
takes apart ids.
"""
