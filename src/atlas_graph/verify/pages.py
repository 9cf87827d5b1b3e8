"""Whether an extracted page is the document at all, or a page that a site shows in its place.

Asked only when a quote was not found: where the quote stands, the page is the document, whatever else it says.
What decides is little text and a plain saying in it; a page with much to say is a real one, even one about logins,
about status 404 or a changelog that says what "has been removed".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from atlas_graph.verify.document import Extraction, Flag, Label, Verdict
from atlas_graph.verify.normalise import Tier, normalise

_LITTLE = 1_500  # characters of text outside the navigation
_VERY_LITTLE = 400
_MARGIN = 4_000  # with a title that says "not found", as much may stand around it


@dataclass(frozen=True, slots=True)
class Stead:
    """What stands in the document's stead: the verdict, a clause for a person, and a flag if there is one."""

    verdict: Verdict
    reason: str
    flags: frozenset[Flag] = frozenset()


def _any(*sayings: str) -> re.Pattern[str]:
    return re.compile("|".join(sayings))


def _title(*sayings: str) -> re.Pattern[str]:
    """A heading that is one of these, with no more than the name of a site after a mark."""
    return re.compile(rf"\W*(?:{'|'.join(sayings)})(?:\W*|\W*[|·•—–:\-]\W.{{0,80}})")


# Written as ``_folded`` leaves text: small letters, straight quotation marks.
_CHALLENGE_TITLES = _title(
    r"just a moment", r"attention required!?", r"access denied", r"one moment, please", r"checking your browser.{0,40}",
    r"(?:please )?verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?human", r"human verification", r"are you a robot",
    r"robot check", r"security check(?:point)?", r"pardon our interruption", r"client challenge",
    r"making sure you're not a bot", r"ddos-guard", r"verifying your (?:connection|browser)", r"captcha",
)  # fmt: skip
_CHALLENGE = _any(
    r"checking (?:if the site connection is secure|your browser)",
    r"verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:ro)?bot)",
    r"enable javascript and cookies to continue",
    r"complete the (?:captcha|security check|challenge)",
    r"(?:prove|confirm) (?:that )?you(?:'re| are) (?:a )?(?:human|not a robot)",
    r"i'm not a robot",
    r"unusual traffic from your",
    r"needs to review the security of your connection",
    r"ddos protection by",
    r"making sure you're not a bot",
    r"you don't have permission to access",
    r"your request has been blocked",
    r"you have been blocked",
    r"performance (?:&|and) security by cloudflare",
)
_LOGIN_TITLES = _title(
    r"log ?in", r"sign ?in", r"log on", r"sign on", r"login required", r"(?:sign|log) ?in to .{1,60}",
    r"authentication required", r"single sign-?on", r"please (?:log|sign) ?in",
)  # fmt: skip
_LOGIN = _any(
    r"(?:please |you (?:must|need to|have to) (?:be )?)(?:log(?:ged)? ?in|sign(?:ed)? ?in|authenticate)\b",
    r"(?:log|sign) ?in (?:to (?:continue|view|access|see|read|your account)|with (?:your|google|github|sso|microsoft))",
    r"forgot (?:your )?password",
    r"create (?:a free |an )?account to continue",
    r"this (?:page|content) (?:requires|is only available to) (?:a |an )?(?:login|account|registered|logged)",
)
_PASSWORD = re.compile(r"\bpassword\b")
_SIGN_IN = re.compile(r"\b(?:log|sign) ?(?:in|on)\b")
_CONSENT = _any(
    r"before you continue to",
    r"we (?:value|care about) your privacy",
    r"manage (?:your )?(?:cookie|consent|privacy) (?:preferences|settings)",
    r"accept (?:all )?cookies",
    r"consent to (?:the use of )?cookies",
)
_THING = r"(?:page|file|document|resource|url|address|article|content|site|project|repository)"
_LOST = (
    r"(?:(?:(?:was|is|could|can)(?: not|n't)|cannot) (?:be )?(?:found|located|available)|not found|"
    r"do(?:es)?(?: not|n't) exist|no longer (?:exists?|available)|is (?:gone|missing)|"
    r"(?:has|have) (?:been )?(?:removed|deleted|moved|gone)|may have been (?:removed|deleted|moved|renamed))"
)
_NOT_FOUND_TITLE = _title(
    r"(?:oops\W+)?(?:(?:http )?(?:error|status)\W*)?(?:404|410)(?:\W*(?:error|(?:page )?not found|gone|oops)){0,2}",
    rf"(?:oops\W+)?(?:sorry\W+)?(?:(?:the |this |that )?{_THING} )?{_LOST}",
    r"(?:oops|uh-oh|sorry)",
    r"(?:we )?(?:could not|couldn't|can't|cannot) find (?:that|this|the) page",
    r".{1,60}\W(?:404|page not found|404 (?:error|not found))",
)
_NOT_FOUND = _any(
    rf"\b(?:requested|this|that) (?:page|url|resource|document|file)\b.{{0,120}}?\b{_LOST}",
    rf"\bthe (?:page|url)\b {_LOST}",
    rf"\b{_THING} (?:that )?you(?:'re|'ve| are| were| have)? (?:requested|looking|trying|asked)\b.{{0,80}}?{_LOST}",
    r"\bpage (?:was )?not found\b",
    r"\b(?:404|410)\W{1,3}(?:page )?(?:not found|error|gone)\b",
    r"\berror\W{0,3}404\b",
    rf"(?:could not|couldn't|can't|cannot) find (?:the|that|this|your) (?:{_THING}|\w+ (?:you|that you))",
    r"\bno such page\b",
)
_NEEDS_SCRIPT = _any(
    r"(?:enable|requires?|needs?|turn on|without) javascript",
    r"javascript (?:is )?(?:required|disabled|must be enabled|to be enabled|to run)",
    r"^loading\W*(?:please wait\W*)?$",
)


def stead(extraction: Extraction) -> Stead | None:
    """What stands here instead of the document, None where the page may be taken for the document itself."""
    text, headings = _said(extraction)
    title = _folded(extraction.title)
    heads = [part for part in (title, *headings[:2]) if part]
    if len(text) <= _LITTLE:
        if any(_CHALLENGE_TITLES.fullmatch(head) for head in heads) or _CHALLENGE.search(text):
            return Stead(Verdict.BLOCKED, f"the site answers with a challenge page ({_shown(heads, text)})")
        if any(_LOGIN_TITLES.fullmatch(head) for head in heads) and (_LOGIN.search(text) or _PASSWORD.search(text)):
            return Stead(Verdict.BLOCKED, f"the site asks for a login ({_shown(heads, text)})")
        if len(text) <= _VERY_LITTLE and (
            _LOGIN.search(text) or (_PASSWORD.search(text) and _SIGN_IN.search(text + " " + title))
        ):
            return Stead(Verdict.BLOCKED, f"the site asks for a login ({_shown(heads, text)})")
        if _CONSENT.search(text) and len(text) <= _LITTLE // 2:
            return Stead(Verdict.BLOCKED, f"the site asks for consent first ({_shown(heads, text)})")
    if (len(text) <= _MARGIN and any(_NOT_FOUND_TITLE.fullmatch(head) for head in heads)) or (
        len(text) <= _VERY_LITTLE and (_NOT_FOUND.search(text) or _NOT_FOUND_TITLE.fullmatch(text))
    ):
        return Stead(
            Verdict.MISSING,
            f"the page says that it is not there ({_shown(heads, text)})",
            frozenset({Flag.SOFT_404}),
        )
    if not text:
        return Stead(Verdict.UNVERIFIABLE, "the page has no text without its scripts")
    if len(text) <= _VERY_LITTLE and _NEEDS_SCRIPT.search(text):
        return Stead(Verdict.UNVERIFIABLE, "the page shows its text only to a browser that runs its scripts")
    return None


def _said(extraction: Extraction) -> tuple[str, list[str]]:
    """What the page says outside its navigation, folded, up to a little more than matters; and its headings."""
    parts: list[str] = []
    headings: list[str] = []
    length = 0
    for block in extraction.blocks:
        if block.labels & {Label.NAVIGATION, Label.HIDDEN} or (
            block.runs and all(run.labels & {Label.NAVIGATION, Label.HIDDEN} for run in block.runs)
        ):
            continue
        text = _folded(block.text)
        if Label.HEADING in block.labels and len(headings) < 3:
            headings.append(text)
        if text:
            parts.append(text)
            length += len(text) + 1
        if length > _MARGIN:
            break
    return " ".join(parts), headings


def _folded(text: str) -> str:
    return normalise(text[: _MARGIN + 100], Tier.LOOSE).lower()


def _shown(heads: list[str], text: str) -> str:
    shown = heads[0] if heads else text
    return f"“{shown[:60]}”"
