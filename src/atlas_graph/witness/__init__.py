"""Witnesses: small programs that make a real framework show its steps, run in an environment of their own.

A witness is a ``program.py`` in the dataset, in ``witnesses/ID/`` beside the record of its runs: a plain Python script
with its pins and its claims in a header (inline script metadata, PEP 723). ``registry`` finds them, ``environment``
makes the environment, ``run`` executes, ``collect`` and ``checks`` look at what came out, ``record`` writes the
dataset's record and ``compare`` says what changed since the last one. Nothing here imports a framework.
"""
