"""What pages say that a site shows in a document's place: the phrases of challenges, logins, consent and error pages.

Tables and what they are asked; :mod:`pages` and the fetcher decide what follows from the answers. Texts are given
folded: small letters, straight quotation marks. The languages are those in which documentation is mostly served.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def _any(*page_phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(page_phrases))


def _title(*page_phrases: str) -> re.Pattern[str]:
    """A heading that is one of these, with no more than the name of a site after a mark."""
    return re.compile(rf"\W*(?:{'|'.join(page_phrases)})(?:\W*|\W*[|·•—–:‹›\-]\W?.{{0,80}})")


# --- challenges -----------------------------------------------------------------------------------------------

_CHALLENGE_TITLES = _title(
    r"just a moment", r"attention required!? \| cloudflare", r"attention required!?", r"please wait\W* \| cloudflare",
    r"one moment, please", r"checking your browser.{0,40}", r"ddos-guard", r"pardon our interruption",
    r"client challenge", r"making sure you(?:'re| are) not a bot", r"verifying your (?:connection|browser)",
    r"(?:please )?verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?human", r"are you a (?:ro)?bot", r"robot check",
    r"human verification", r"request (?:rejected|blocked)",
)  # fmt: skip
# Titles that a page of documentation may have as well: it takes a word more.
_CHALLENGE_TITLES_PERHAPS = _title(
    r"access (?:to this page (?:has been |is |was )?)?denied", r"(?:\w+ )?security check(?:point)?", r"captcha",
    r"(?:(?:http )?error )?40[13]\W*(?:forbidden|unauthorized|(?:access )?denied)?", r"forbidden", r"unauthorized",
    r"blocked",
)  # fmt: skip
_CHALLENGE_WORDS = re.compile(
    r"\b(?:humans?|(?:ro)?bots?|captcha|your browser|your ip|permission to (?:access|view)|reference #|ray id|"
    r"(?:incident|support|request) id|has been blocked|automated|security service|firewall|administrator|owner)\b"
)
_CHALLENGE = _any(
    r"checking (?:if the site connection is secure|your browser)",
    r"verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:ro)?bot)",
    r"verifying your (?:connection|browser)",
    r"(?:enable|turn on) (?:javascript|js) and (?:cookies to continue|disable any ad)",
    r"complete the (?:captcha|security check|challenge)",
    r"(?:prove|confirm) (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:ro)?bot)",
    r"needs to review the security of your connection",
    r"made us think (?:that )?you (?:were|are|might be) a (?:ro)?bot",
    r"making sure (?:that )?you(?:'re| are) not a (?:ro)?bot",
    r"unusual (?:traffic|activity) from your",
    r"(?:sending|making) automated (?:queries|requests)",
    r"using a security service to protect itself",
    r"the requested url was rejected",
    r"incapsula incident id",
    r"ddos protection by",
    r"performance (?:&|and) security by cloudflare",
)
# What a page about such things says too: believed of a page that says little else.
_CHALLENGE_BRIEFLY = _any(
    r"i'm not a robot",
    r"you don't have permission to (?:access|view)",
    r"your request has been blocked",
    r"you (?:have been|are) blocked",
    r"request forbidden by",
    r"your access to this (?:site|page) has been",
)
_SLOW_DOWN = _any(
    r"exceeded a (?:secondary )?rate limit",
    r"too many requests",
    r"rate limit (?:exceeded|reached)",
    r"you(?:'re| are) (?:sending|making) (?:too many )?requests too (?:quickly|fast)",
)

#: Left by the machinery itself; none of them is in an ordinary page that the same machinery guards.
MACHINERY = (
    "_cf_chl_opt",
    "cf-browser-verification",
    "_Incapsula_Resource",
    "sucuri_cloudproxy_js",
    "captcha-delivery.com",
    "px-captcha",
    "awswaf.com/",
)


def is_challenge(heads: Iterable[str], text: str) -> bool:
    """Whether a page of little text asks its reader to prove something about themself.

    ``heads`` are its title and first headings, ``text`` is all that it says.
    """
    for head in heads:
        if _CHALLENGE_TITLES.fullmatch(head):
            return True
        if _CHALLENGE_TITLES_PERHAPS.fullmatch(head) and (len(text) <= 80 or _CHALLENGE_WORDS.search(text)):
            return True
    return _CHALLENGE.search(text) is not None or (len(text) <= 600 and _CHALLENGE_BRIEFLY.search(text) is not None)


def asks_to_slow_down(text: str) -> bool:
    """Whether a page of little text says that too much was asked of its site."""
    return _SLOW_DOWN.search(text) is not None


# --- logins ---------------------------------------------------------------------------------------------------

_LOGIN_TITLES = _title(
    r"log ?in", r"sign ?in", r"log on", r"sign on", r"login required", r"(?:sign|log) ?in to .{1,60}",
    r"authentication(?: required)?", r"single sign-?on", r"please (?:log|sign) ?in", r"members only",
    r"anmelden|anmeldung|einloggen|connexion|se connecter|identification|iniciar sesi[oó]n|acceder|entrar|accedi",
    r"inloggen|logga in|zaloguj(?: się)?|logowanie|вход|войти|giriş(?: yap)?|登录|登入|登錄|ログイン|サインイン|로그인",
)  # fmt: skip
_LOGIN = _any(
    r"(?:please |you (?:must|need to|have to) (?:be )?)(?:first )?"
    r"(?:log(?:ged)? ?in|sign(?:ed)? ?in|authenticate)\b",
    r"(?:log|sign) ?in (?:to (?:continue|view|access|see|read|your account)|"
    r"with (?:your|google|github|sso|microsoft))",
    r"(?:forgot|lost) (?:your )?password",
    r"(?:create|register for) (?:a free |an? )?account to (?:continue|read|view|access)",
    r"this (?:page|content|document) (?:requires|is only available to) (?:a |an )?(?:login|account|registered|logged)",
    r"(?:enter|provide) your (?:credentials|password)",
    r"subscribe to (?:continue|keep) reading",
    r"already a (?:subscriber|member)\?",
)
_SIGN_IN = re.compile(
    r"\b(?:log ?in|log on|sign ?in|sign on|password (?:required|protected)|authenticat\w+|anmelden|einloggen|"
    r"connexion|se connecter|iniciar sesi[oó]n|acceder|entrar|accedi|inloggen|logga in|zaloguj|giriş)\b"
    r"|войти|вход|登录|登入|登錄|ログイン|サインイン|로그인"
)
_LOGIN_TALK = re.compile(
    r"log|sign|passw|user|e-?mail|account|remember|forg[eo]t|regist|credential|\bsso\b|continue|benutzer|passwort|"
    r"identifiant|mot de passe|contraseña|senha|usu[aá]rio|correo|парол|логин|密码|密碼|用户|帳|账|パスワード|비밀번호"
)
_PASSWORD = re.compile(r"password|passwort|mot de passe|contraseña|senha|парол|密码|密碼|パスワード|비밀번호")


def is_login(heads: Iterable[str], blocks: list[str], *, asks_password: bool) -> bool:
    """Whether a page of little text is there to sign people in.

    ``blocks`` are its paragraphs; ``asks_password`` says that it has a field for one.
    """
    heads, text = list(heads), " ".join(blocks)
    said = " ".join((*heads, text))
    if any(_LOGIN_TITLES.fullmatch(head) for head in heads) and (
        asks_password or _LOGIN.search(text) or (_PASSWORD.search(text) and len(text) <= 600)
    ):
        return True
    if len(text) <= 400 and (_LOGIN.search(text) or (_PASSWORD.search(text) and _SIGN_IN.search(said))):
        return True
    return asks_password and _SIGN_IN.search(said) is not None and _apart_from(blocks, _LOGIN_TALK) < 150


# --- consent --------------------------------------------------------------------------------------------------

_CONSENT = _any(
    r"before you continue to",
    r"we (?:value|care about|respect) your privacy",
    r"manage (?:your )?(?:cookies?|consent|privacy) (?:preferences|settings|options)",
    r"accept (?:all )?cookies",
    r"consent to (?:the use of |our use of |our )?cookies",
    r"consent to cookies",
    r"(?:storing|use) of cookies",
    r"(?:we|site|website|and our [\d,.]* ?partners) (?:use|uses) (?:\w+ )?cookies",
    r"wir (?:verwenden|nutzen) cookies|alle (?:cookies )?akzeptieren|nous utilisons des cookies|"
    r"(?:tout accepter|accepter (?:tous )?les cookies)|(?:usamos|utilizamos) cookies|aceptar (?:todas )?las cookies",
)
_CONSENT_TALK = re.compile(
    r"cookie|consent|privacy|partner|accept|reject|agree|personal data|preferences|manage|choices|continue|"
    r"akzeptier|ablehn|zustimm|stimmen|datenschutz|accepter|refuser|confidentialit|aceptar|rechazar|privacidad"
)


def is_consent(heads: Iterable[str], blocks: list[str]) -> bool:
    """Whether a page says nothing but that its reader should agree to something first."""
    said = " ".join((*heads, *blocks))
    return _CONSENT.search(said) is not None and _apart_from(blocks, _CONSENT_TALK) < 100


# --- not there ------------------------------------------------------------------------------------------------

_THING = (
    r"(?:page|file|document|documentation page|resource|url|address|article|content|site|project|repository|object)"
)
_LOST = (
    r"(?:(?:(?:was|is|could|can)(?: not|n't)|cannot) (?:be )?(?:found|located|available|here|there|published)"
    r"(?: (?:right now|anymore|any more|any longer|here))?|not found|"
    r"do(?:es)?(?: not|n't) exist(?: (?:anymore|any more|any longer))?|no longer (?:exists?|available|published|here)|"
    r"is (?:gone|missing)|not available|"
    r"(?:has|have) (?:been )?(?:removed|deleted|moved|gone|expired)|"
    r"(?:may|might) have (?:been )?(?:removed|deleted|moved|renamed|expired))"
)
_PAGE_WORDS = (
    r"(?:404|seite|page|p[aá]gina|pagina|strona|sidan|siden|sivua?|sayfa|страниц\w*|页面|頁面|网页|網頁|ページ|페이지)"
)
_LOST_WORDS = (
    r"(?:nicht gefunden|existiert nicht|nicht vorhanden|introuvable|n'existe (?:pas|plus)|"
    r"no (?:se ha |fue )?encontrad[ao]|no (?:se encuentra|existe)|não (?:foi )?encontrad[ao]|não existe|"
    r"non (?:è stata )?trovata|non esiste|niet gevonden|bestaat niet|nie (?:została )?znaleziono|nie istnieje|"
    r"hittades inte|ikke fundet|ble ikke funnet|ei löydy|bulunamadı|не найден\w*|не существует|"
    r"不存在|找不到|未找到|無法找到|无法找到|見つかりません|存在しません|찾을 수 없|존재하지 않)"
)
_ELSEWHERE = re.compile(rf"{_PAGE_WORDS}.{{0,60}}?{_LOST_WORDS}|{_LOST_WORDS}.{{0,60}}?{_PAGE_WORDS}")
_NOT_FOUND_TITLE = _title(
    r"(?:oops\W+)?(?:(?:http )?(?:error|status)\W*)?(?:404|410)"
    rf"(?:\W*(?:error|(?:{_THING} )?not found|gone|oops)){{0,2}}",
    rf"(?:oops\W+)?(?:sorry\W+)?(?:(?:the |this |that )?{_THING} )?{_LOST}!?",
    r"(?:oops|uh-oh|sorry|gone)",
    r"(?:sorry\W+)?(?:we )?(?:could not|couldn't|can't|cannot) find (?:that|this|the) page",
    r".{1,60}\W(?:404|page not found|404 (?:error|not found))",
    r"welcome to nginx!?", r"apache2? (?:\w+ )?default page.{0,30}", r"domain (?:for sale|parked)",
)  # fmt: skip
_NOT_FOUND = _any(
    rf"\b(?:requested|this|that) {_THING}\b.{{0,120}}?\b{_LOST}",
    rf"\bthe (?:page|url)\b {_LOST}",
    rf"\b{_THING} (?:that )?you(?:'re|'ve| are| were| have)? (?:requested|looking|trying|asked)\b.{{0,80}}?{_LOST}",
    r"\blink (?:that )?you (?:followed|clicked)\b.{0,40}?\b(?:may|might) (?:be broken|have expired)",
    r"\bpage (?:was )?not found\b",
    r"\b(?:404|410)\W{1,3}(?:page )?(?:not found|error|gone)\b",
    r"\berror\W{0,3}404\b",
    rf"(?:could not|couldn't|can't|cannot) find (?:the|that|this|your) (?:{_THING}|\w+ (?:you|that you))",
    r"\bno such page\b",
    r"\bspecified (?:key|bucket|blob|resource) does not exist\b",
    r"\bdomain (?:name )?(?:is|may be) (?:for sale|parked)\b",
)


def is_not_there(heads: Iterable[str], text: str, *, briefly: bool) -> bool:
    """Whether a page says that what was asked for is not there; ``briefly`` that it says little else."""
    heads = list(heads)
    if any(_NOT_FOUND_TITLE.fullmatch(head) for head in heads):
        return True
    if any(len(head) <= 80 and _ELSEWHERE.search(head) for head in heads):
        return True
    return briefly and (
        _NOT_FOUND.search(text) is not None
        or _NOT_FOUND_TITLE.fullmatch(text) is not None
        or _ELSEWHERE.search(text) is not None
    )


# --- out of order ---------------------------------------------------------------------------------------------

_DOWN_TITLES = _title(
    r"(?:(?:http )?(?:error|status)\W*)?50[0234]\W*(?:internal server error|bad gateway|service unavailable|"
    r"gateway time-?out|error)?",
    r"internal server error", r"bad gateway", r"service (?:temporarily )?unavailable", r"gateway time-?out",
    r"(?:site |scheduled |down for |under )maintenance", r"we'll be (?:right )?back(?: soon)?", r"application error",
)  # fmt: skip


def is_down(heads: Iterable[str]) -> bool:
    """Whether a page of little text says that its server is out of order."""
    return any(_DOWN_TITLES.fullmatch(head) for head in heads)


_NEEDS_SCRIPT = _any(
    r"(?:enable|requires?|needs?|turn on|without) javascript",
    r"javascript (?:is )?(?:required|disabled|must be enabled|to be enabled|to run)",
    r"^loading\W*(?:please wait\W*)?$",
)


def needs_script(text: str) -> bool:
    """Whether a page of little text says that it is shown by a script."""
    return _NEEDS_SCRIPT.search(text) is not None


def _apart_from(blocks: Iterable[str], talk: re.Pattern[str]) -> int:
    """How many characters a page says in blocks that are not about one thing."""
    return sum(len(block) for block in blocks if not talk.search(block))
