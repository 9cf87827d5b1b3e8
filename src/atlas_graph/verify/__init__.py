"""Whether a quote is really there: fetch the document, take its text out, look, and say why not.

``fetch`` brings bytes, ``extract`` makes blocks of text of them, ``match`` looks for the quote, ``check`` joins the
three; ``claims``, ``run`` and ``session`` do it for a whole release, ``ledger`` and ``report`` write it down.
"""
