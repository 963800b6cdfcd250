"""Clean, drawable names for FB15K-237's entities: artefacts of the published names are mended and
shared names get a short qualifier read off the entity's Wikidata description."""

import re
import unicodedata
from collections import defaultdict

MAX_NAME = 60
MAX_QUALIFIER = 24
_LOCALE = re.compile(r"-(?:GB|US)$")
_SURVEY_AREA = re.compile(r"\b[A-Z]{2}\W+Metropolitan Statistical Area$")
_PUNCTUATION = str.maketrans({"\u2019": "'", "\u2018": "'", "\u2010": "-", "\u2013": "-"})
# Tried one after another, only until an over-long name fits.
_SHORTER = (
    (re.compile(r" Award for |(?<=Prize) for "), ": "),
    (re.compile(r"(?<=: )(?:Best|Outstanding) (?:Continued )?(?:Performance by an? )?"), ""),
    (re.compile(r"\bScreen Actors Guild\b"), "SAG"),
    (re.compile(r"\bDramatic\b"), "Drama"),
    (re.compile(r"^The "), ""),
)
_UNION = re.compile(r"(?:United (?:States(?: of America)?|Kingdom)|USA?|UK|U\.S\.A?\.?|Canada)$")
_PLACE_KIND = re.compile(
    r"\b(?:area|body|borough|capital|cemetery|cent(?:er|re)|city|community|county|district|"
    r"municipality|neighbou?rhood|province|seat|state|suburb|town|township|village)$",
    re.I,
)
_STATE_OF = re.compile(r"\b(?:the )?(?:\w[\w.]* )?state (?:of )?(?=[A-Z])")
_BEFORE_PLACE = re.compile(
    r"^(?:(?:[a-z][\w-]*|Commonwealth of|People's Republic of|(?:North|South)(?:ea|we)stern) )+"
)
_ASIDE = re.compile(r"(?:sited|an?|county seat|the(?= [a-z])) ")
_INDIRECT = re.compile(r"^(?:(?:any|one|type|kind|form|an? number|an?) (?:of )?)+")
_HEAD_END = re.compile(
    r"[,(]|(?<!ing) and (?=[a-z])| (?:about|active|affiliated|appearing|as|associated|at|"
    r"authorized|based|by|characterized|connected|consisting|created|directed|during|for|formed|"
    r"founded|from|in|intended|located|on|or|played|produced|that|which|with) |"
    r"(?<!body)(?<!class)(?<!genre)(?<!group)(?<!theatre) of "
)
_KINDS = (
    (re.compile(r"\bmini-?series\b"), "miniseries"),
    (re.compile(r"\b(?:TV|television) (?:\w+ )?(?:series|show)\b"), "TV series"),
    (re.compile(r"\b(?:film|movie|thriller|comedy-drama)\b(?! genre)"), "film"),
    (re.compile(r"\bnovel\b"), "novel"),
)
_YEAR = re.compile(r"(1[89]\d\d|20\d\d)\b")
_DEMONYM = re.compile(r"[A-Z].*(?:an|ch|ek|eli|ese|ong|sh|ss)$")


def _stems(text: str) -> set[str]:
    return {word[:4] for word in re.findall(r"\w+", text.casefold())}


def _shorten(name: str, label: str) -> str:
    if label and len(label) <= MAX_NAME and _stems(label) <= _stems(name):
        return label
    for pattern, short in _SHORTER:
        name = pattern.sub(short, name) if len(name) > MAX_NAME else name
    if len(name) > MAX_NAME:
        cut = name[: MAX_NAME - 1].rsplit(" ", 1)[0].rstrip(" ,-") + "\u2026"
        return label if label and len(label) <= MAX_NAME else cut
    return name


def _clean(raw: str, label: str) -> str:
    name = " ".join(unicodedata.normalize("NFC", raw).translate(_PUNCTUATION).split())
    label = "" if re.match(r"Q\d+$", label) else label.translate(_PUNCTUATION)
    label = label[:1].upper() + label[1:]
    bare = _LOCALE.sub("", name)
    # A locale's name can be mistranslated ("Remax-US" is real property): then no word agrees.
    foreign = bare != name and not _stems(bare) & _stems(label)
    if label and (foreign or _SURVEY_AREA.search(bare) or re.search(r"[$\u00a3\u20ac]", bare)):
        bare = label
    if re.fullmatch(r"[a-z ]+", bare):
        bare = bare.capitalize()
    return _shorten(bare, label) if len(bare) > MAX_NAME else bare


def _head(fragment: str) -> str:
    return _HEAD_END.split(f"{fragment} ", maxsplit=1)[0].strip()


def _place(fragment: str) -> str:
    """The state, province or country a description such as 'city in Texas, USA' ends in."""
    found = ""
    tail = re.split(r" (?:in|on|of) ", f" {fragment}", maxsplit=1)[-1]
    for part in re.split(r", | in ", _STATE_OF.sub(", ", tail)):
        if found and _ASIDE.match(part):
            break
        part = re.split(r" and |'s ", _BEFORE_PLACE.sub("", f"{part.strip()} ").strip())[0]
        if _UNION.match(part) and (found or part != "Canada"):
            break
        found = part if part[:1].isupper() else found
    return found


def _kinds(fragment: str) -> list[str]:
    """What a description says the entity is: '2002 film', 'rock band', 'body of water'."""
    fragment = _INDIRECT.sub("", fragment)
    head = _head(fragment)
    year = _YEAR.match(head)
    scope = fragment.split(" by ")[0] if year else head
    kind = next((kind for pattern, kind in _KINDS if pattern.search(scope)), "")
    found = [f"{year[1]} {kind}"] if year and kind else [kind] if kind[:2] == "TV" else []
    words = head.split()
    for i in {0, len(words) - 1} if words else ():
        if words[i][1:].islower() and not _DEMONYM.match(words[i]):
            words[i] = words[i].lower()
    plain = [word for word in words if word[0].islower() or word.isupper()]
    return found + [" ".join(w) for w in (plain if "of" in plain else plain[-2:], plain, words)]


def _qualifiers(name: str, label: str, description: str) -> list[str]:
    """Qualifiers for one entity, the most telling first."""
    fragments = [fragment.strip().rstrip(".") for fragment in description.split(";")]
    own = label.casefold().startswith(f"{name} (".casefold()) and label.endswith(")")
    found = [label[len(name) + 2 : -1]] if own else []
    found += [_place(f) for f in fragments if _PLACE_KIND.search(_head(f)) or f[:3] == "in "]
    found += [kind for f in fragments for kind in _kinds(f)]
    fits = [q for q in dict.fromkeys(found) if 0 < len(q) <= MAX_QUALIFIER and "the " not in q]
    return [q for q in fits if q.casefold() != name.casefold()]


def _tell_apart(options: dict[str, list[str]]) -> dict[str, str]:
    """One qualifier per entity, none of them a part of another's; "" where there is none left."""
    left = {e: [*qualifiers, ""] for e, qualifiers in options.items()}
    while True:
        now = {e: qualifiers[0].casefold() for e, qualifiers in left.items()}
        clash = [e for e in now if now[e] and any(now[e] in now[f] for f in now if f != e)]
        if not clash:
            return {e: qualifiers[0] for e, qualifiers in left.items()}
        for e in clash:
            left[e].pop(0)


def clean_names(names: dict[str, str], wikidata: dict[str, dict[str, str]]) -> dict[str, str]:
    """Every entity's label, unique after casefolding as far as the Wikidata texts tell."""
    texts = {e: [wikidata.get(e, {}).get(k) or "" for k in ("label", "description")] for e in names}
    clean = {e: _clean(name, texts[e][0]) for e, name in names.items()}
    groups: dict[str, list[str]] = defaultdict(list)
    for e, name in clean.items():
        groups[name.casefold()].append(e)
    for shared in groups.values():
        # Freebase lists some things twice: without a description for each, they may be the same.
        if len(shared) == 1 or not all(texts[e][1] for e in shared):
            continue
        options = {e: _qualifiers(clean[e], *texts[e]) for e in shared}
        told = {e: f"{clean[e]} ({q})" if q else clean[e] for e, q in _tell_apart(options).items()}
        clean |= told if all(len(label) <= MAX_NAME for label in told.values()) else {}
    return clean
