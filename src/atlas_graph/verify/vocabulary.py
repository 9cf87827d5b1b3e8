"""The English words on which the meaning of a technical sentence hangs.

Tables only; ``guards`` reads them. A phrase is listed under a kind and a canonical value: two phrases of one kind
and value say the same ("at least", "no fewer than"), two of one kind and different values do not. Where a phrase
has several kinds ("must not"), all are listed. The longest phrase that fits wins, so that the "no" of "no more
than" is never taken for a negation.
"""

from __future__ import annotations

_Kinds = tuple[tuple[str, str], ...]

NEGATION = "negation"
MODAL = "modal verb"
COMPARISON = "comparison"
QUANTITY = "word of quantity"
CONDITION = "condition"
STATUS = "status"
NUMBER = "number"
DOUBT = "doubt"  # what is said of a statement rather than in it; no wording differs in meaning by it

_BY_KIND: dict[str, dict[str, str]] = {
    NEGATION: {
        "not": "not|never|neither|nor|none|nobody|nothing|nowhere|no|without|fail to|fails to|failed to|"
        "failing to|lack|lacks|lacking|unable to|instead of|rather than|no longer|not yet|refuses to|"
        "in no way|by no means|far from",
    },
    MODAL: {
        "may": "may",
        "might": "might",
        "can": "can|is able to|are able to|able to|be able to",
        "could": "could",
        "must": "must|have to|has to|need to|needs to|is required to|are required to",
        "shall": "shall",
        "should": "should|ought to|is recommended to|are recommended to",
        "will": "will",
        "would": "would",
    },
    COMPARISON: {
        "<=": "at most|no more than|not more than|no greater than|not greater than|no later than|no larger than|"
        "no longer than|no higher than|up to|maximum of|a maximum of|or less|or fewer|or earlier|or older|or lower|"
        "or below|and below|and earlier|and older|or smaller|<=|≤|not exceed|does not exceed|not exceeding|"
        "less than or equal to|equal to or less than|fewer than or equal to|smaller than or equal to",
        ">=": "at least|no less than|not less than|no fewer than|not fewer than|no earlier than|no smaller than|"
        "minimum of|a minimum of|or more|or greater|or later|or newer|or higher|or above|or larger|and later|and newer|"
        "and above|and higher|and up|or better|>=|≥|greater than or equal to|equal to or greater than|"
        "more than or equal to|larger than or equal to",
        "<": "less than|fewer than|smaller than|lower than|below|under|earlier than|older than|shorter than|"
        "faster than|prior to|<",
        ">": "more than|greater than|larger than|higher than|above|over|later than|newer than|longer than|"
        "slower than|exceeds|exceed|exceeding|in excess of|>",
        "=": "exactly|equal to|equals|==|precisely",
        "!=": "not equal to|!=|≠|different from|other than",
        "~": "about|approximately|around|roughly|nearly|almost|~|≈|circa|close to|on the order of",
    },
    QUANTITY: {
        "all": "all|every|each|all of|each of|all the|every one of",
        "any": "any|any of",
        "some": "some|some of|certain|a few|a number of",
        "most": "most|most of|the majority of|mostly|mainly|primarily|largely",
        "many": "many|many of|numerous",
        "few": "few|few of|little",
        "several": "several|several of|multiple|various",
        "both": "both|both of",
        "either": "either|either of",
        "only": "only|solely|exclusively|just|merely|nothing but|no other",
        "always": "always|in all cases|in every case|at all times|invariably",
        "sometimes": "sometimes|occasionally|in some cases|at times|from time to time",
        "usually": "usually|often|generally|typically|normally|commonly|frequently|in general|in most cases|"
        "by and large",
        "rarely": "rarely|seldom|hardly ever|hardly|scarcely|barely|infrequently",
        "fully": "fully|entirely|completely|wholly|in full",
        "partly": "partially|partly|in part|to some extent",
        "optionally": "optionally",
    },
    CONDITION: {
        "unless": "unless",
        "except": "except|except for|excepting|excluding|apart from|aside from|with the exception of|save for|but not",
        "only if": "only if|only when|if and only if|provided that|provided|as long as|on condition that",
        "if": "if",
        "when": "when|whenever|once",
        "even if": "even if|even when|regardless of|whether or not|irrespective of",
    },
    STATUS: {
        "deprecated": "deprecated|obsolete|legacy|discouraged|superseded",
        "experimental": "experimental|experimentally|preview|in preview|in alpha|in beta|work in progress|unstable",
        "removed": "removed|dropped|discontinued|retired|no longer supported|no longer available|end of life",
        "planned": "planned|not yet|upcoming|in the future|future",
        "past": "formerly|previously|used to|once was|historically",
    },
    DOUBT: {
        "false": "myth|myths|misconception|misconceptions|contrary to|"
        "incorrect|incorrectly|untrue|false that|wrong|wrongly|impossible|unsupported|gone|"
        "unavailable|non|ignored",
        "prevented": "prevent|prevents|prohibits|forbids|disallows|refuses|avoids|excludes|ignores",
        "open": "whether|open question|suppose|supposing|assume|assuming|imagine|pretend|pretends|as if|allegedly",
        "wished": "wish|wishes|wished|wishlist|hope|hopes|hoped|hopefully|would be nice|ideally|proposed|todo",
    },
}

_SEVERAL: dict[str, _Kinds] = {
    "must not": ((MODAL, "must"), (NEGATION, "not")),
    "may not": ((MODAL, "may"), (NEGATION, "not")),
    "can not": ((MODAL, "can"), (NEGATION, "not")),
    "no longer": ((STATUS, "past"), (NEGATION, "not")),
    "not yet": ((STATUS, "planned"), (NEGATION, "not")),
    "no longer supported": ((STATUS, "removed"), (NEGATION, "not")),
    "no longer available": ((STATUS, "removed"), (NEGATION, "not")),
    "not all": ((NEGATION, "not"), (QUANTITY, "all")),
    "not only": ((QUANTITY, "not only"),),
    "unable to": ((MODAL, "can"), (NEGATION, "not")),
    "not able to": ((MODAL, "can"), (NEGATION, "not")),
    "is required to": ((MODAL, "must"),),
}


def _table() -> dict[str, list[tuple[tuple[str, ...], _Kinds]]]:
    flat: dict[str, _Kinds] = {}
    for kind, values in _BY_KIND.items():
        for value, phrases in values.items():
            for phrase in phrases.split("|"):
                flat.setdefault(phrase, ((kind, value),))
    flat.update(_SEVERAL)
    table: dict[str, list[tuple[tuple[str, ...], _Kinds]]] = {}
    for phrase, kinds in flat.items():
        parts = tuple(phrase.split())
        table.setdefault(parts[0], []).append((parts, kinds))
    for entries in table.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return table


#: By first word, longest first: the words of a phrase and what it is.
PHRASES = _table()

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
)
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
WORD_NUMBERS: dict[str, str] = {word: str(n) for n, word in enumerate(_ONES.split())} | {
    **{word: str(10 * n) for n, word in enumerate(_TENS.split(), start=2)},
    **{
        f"{tens}-{word}": str(10 * n + one)
        for n, tens in enumerate(_TENS.split(), start=2)
        for one, word in enumerate(_ONES.split()[1:10], start=1)
    },
    **{word: f"{n}{_SUFFIXES.get(n, 'th')}" for n, word in enumerate(_ORDINALS.split(), start=1)},
    "hundred": "100",
    "thousand": "1000",
    "million": "1000000",
    "billion": "1000000000",
    "trillion": "1000000000000",
    "half": "1/2",
    "halves": "1/2",
    "quarter": "1/4",
    "once": "1x",
    "twice": "2x",
    "thrice": "3x",
    "double": "2x",
    "doubles": "2x",
    "triple": "3x",
    "triples": "3x",
    "single": "1",
    "dozen": "12",
}

# Prefixes of units: symbol and name.
_PREFIXES = {
    "n": "nano", "µ": "micro", "m": "milli", "c": "centi", "": "", "k": "kilo", "M": "mega", "G": "giga", "T": "tera",
    "P": "peta", "E": "exa", "Ki": "kibi", "Mi": "mebi", "Gi": "gibi", "Ti": "tebi",
}  # fmt: skip
_ALSO_WRITTEN = {"µ": ("u", "µ", "μ"), "k": ("k", "K"), "Ki": ("Ki", "ki")}
# Units: their symbols, the first of which stands for them, their names, and the prefixes that they take.
_SCALED = (
    ("s sec secs", "second seconds", "n µ m"),
    ("B", "byte bytes", "k M G T P Ki Mi Gi Ti"),
    ("B/s Bps", "", "k M G T Ki Mi Gi Ti"),
    ("b bit bits", "bit bits", "k M G T"),
    ("b/s bps", "", "k M G T"),
    ("T/s", "", "M G"),
    ("Hz", "hertz", "k M G"),
    ("W", "watt watts", "m k M"),
    ("V", "volt volts", "m k"),
    ("A", "ampere amperes", "m"),
    ("J", "joule joules", "m k"),
    ("m", "meter meters metre metres", "n µ m c k"),
    ("FLOPS FLOP/s", "", "M G T P E"),
    ("OPS", "", "G T P"),
)
_UNSCALED = {
    "min": "min mins", "h": "h hr hrs", "kB": "K k", "MB": "M", "GB": "G", "TB": "T", "KiB": "Ki", "MiB": "Mi",
    "GiB": "Gi", "TiB": "Ti", "°C": "°C C", "°F": "°F F", "°": "°", "%": "%", "x": "x ×",
}  # fmt: skip
_UNSCALED_NAMES = {
    "min": "minute minutes", "h": "hour hours", "day": "day days", "week": "week weeks", "month": "month months",
    "year": "year years", "%": "percent", "cycle": "cycle cycles", "word": "word words", "°": "degree degrees",
}  # fmt: skip


def _units() -> tuple[dict[str, str], dict[str, str]]:
    symbols = {symbol: unit for unit, written in _UNSCALED.items() for symbol in written.split()}
    names = {name: unit for unit, called in _UNSCALED_NAMES.items() for name in called.split()}
    for written, called, prefixes in _SCALED:
        for prefix in ("", *prefixes.split()):
            unit = prefix + written.split()[0]
            starts = _ALSO_WRITTEN.get(prefix, (prefix,))
            symbols.update((start + symbol, unit) for start in starts for symbol in written.split())
            names.update((_PREFIXES[prefix] + name, unit) for name in called.split())
    del names["second"]  # left to the ordinals unless a number stands before it
    return symbols, names


#: Symbols, whose case matters ("Gb" is not "GB"), and names of units, in any case; each with its unit.
UNITS, UNIT_WORDS = _units()

_PAIRS = (
    "after/before enabl/disabl required/optional requir/optional mandatory/optional dense/sparse with/without "
    "min/max minimum/maximum minimal/maximal minim/maxim minimiz/maximiz increas/decreas increas/reduc "
    "rais/lower includ/exclud includ/omit allow/forbid allow/deny allow/prevent allow/disallow allow/prohibit "
    "allow/block permit/forbid permit/prohibit accept/reject support/lack true/false on/off last/first "
    "above/below upper/lower left/right top/bottom input/output read/write reader/writer load/store "
    "forward/backward forward/reverse static/dynamic statical/dynamical synchronous/asynchronous sync/async "
    "eager/lazy eager/deferred stable/unstable stable/experimental row/column host/device host/guest open/clos "
    "start/stop start/end begin/end begin/finish add/remov add/subtract insert/remov insert/delet "
    "creat/destroy creat/delet attach/detach old/new older/newer oldest/newest earlier/later earliest/latest "
    "fast/slow faster/slower fastest/slowest high/low higher/lower highest/lowest more/less more/fewer "
    "most/least larg/small larger/smaller largest/smallest big/small bigger/smaller biggest/smallest "
    "greater/less greater/fewer greater/lesser longer/shorter longest/shortest long/short wid/narrow "
    "wider/narrower better/worse best/worst local/global public/privat signed/unsigned lossy/lossless "
    "mutable/immutable manual/automatic explicit/implicit inside/outside internal/external same/different "
    "equal/different similar/different success/failure succe/fail succeed/fail pass/fail single/multiple "
    "serial/parallel sequential/parallel ascend/descend horizontal/vertical inclusiv/exclusiv and/or to/from "
    "into/from in/out if/unless when/unless until/since strong/weak hard/soft physical/virtual hot/cold "
    "compiled/interpreted compil/interpret lower/rais online/offline ahead/just up/down push/pull send/receiv "
    "encod/decod compress/decompress pack/unpack mapp/unmapp lock/unlock wrap/unwrap cheap/expensiv "
    "simple/complex safe/unsafe deprecated/recommended discourag/recommend discourag/encourag "
    "supported/deprecated coarse/fine shallow/deep north/south shared/exclusiv shared/privat source/target "
    "producer/consumer caller/callee parent/child client/server full/empty positiv/negativ even/odd gain/loss "
    "never/always all/none everything/nothing multiply/divid scalar/vector "
)


def _opposites() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in _PAIRS.split():
        one, other = pair.split("/")
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}


#: Words and stems (see ``guards``) and what says the opposite of each.
OPPOSITES = _opposites()
