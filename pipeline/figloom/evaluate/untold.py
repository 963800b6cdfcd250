"""Whether a reply says of the picture that it does not tell what was asked."""

from __future__ import annotations

import re

UNTOLD = "cannot be told"

_KNOWN = (
    r"(?:determin|tell|told|said|say|known|infer|read|found|find|deriv|deduc|establish|identif|given"
    r"|provid|stat|calculat|comput|estimat|extract|locat|obtain|ascertain|discern|see\b|seen)"
)
_SHOWN = (
    r"(?:shown|given|included|present|displayed|available|provided|listed|depicted|visible|plotted"
    r"|drawn|mentioned|specified|represented|covered|stated|indicated|part of|found|known|told"
    r"|determinable|applicable|reported|recorded|labell?ed|answerable|there\b|(?:in|on) the)"
)
_SHOW = (
    r"(?:show|give|include|contain|display|provide|list|depict|cover|have|mention|specify|tell|say"
    r"|exist|appear|indicate|feature|present|state|report|represent|plot|see)\b"
)
_THING = (
    r"(?:data|information|values?|bars?|entr(?:y|ies)|marks?|such|figures?|numbers?|records?|lines?"
    r"|points?|slices?|wedges?|segments?|categor(?:y|ies)|rows?|readings?|indication|mention|box)"
)
_IMAGE = r"(?!(?:\s+\w+)?\s+(?:images?|pictures?|attachments?|files?)\s*[.!,]?\s*$)"
_PHRASES = (
    r"\b(?:can(?:not|\s?n't|'t|\s+not)|could(?:n't|\s+not)"
    r"|(?:impossible|not possible|unable|no way)\s+to)"
    rf"\s+(?:\w+ly\s+)?(?:be\s+(?:\w+ly\s+)?)?{_KNOWN}\w*{_IMAGE}",
    r"\bcan(?:not|'t)\s+be\s+answered",
    rf"(?:\bnot|n't|\bnever)\s+(?:be\s+)?(?:\w+ly\s+)?{_SHOWN}",
    rf"\b(?:does|do|did)(?:\s+not|n't)\s+(?:\w+ly\s+)?{_SHOW}{_IMAGE}",
    rf"\bno\s+(?:\w+\s+)?{_THING}\b(?!\s+labels?)",
    r"\b(?:insufficient|not\s+enough|too\s+little)\s+(?:\w+\s+)?(?:information|data)",
    r"\b(?:lacks?|lacking|unanswerable|undetermined|indeterminate|undefined)\b",
    r"\b(?:is|are)\s+(?:missing|absent|unknown|unclear|unavailable)\b",
    r"\bnothing\s+(?:\w+\s+)?(?:of|for|about|shown|to)\b",
    r"\b(?:leaves?\s+(?:it|this|that)|left)\s+open",
    r"(?:无法|不能|难以)(?:确定|判断|得知|得出|回答|知道)|(?:没有|未)(?:显示|给出|标出|提供|包含)|没有.{0,6}数据",
)
_PHRASE = re.compile("|".join(_PHRASES), re.IGNORECASE)
_BARE = re.compile(
    r"[\W_]*(?:n/?a|n\.a\.|none|unknown|null|nan|unclear|unavailable|undefined|nothing)[\W_]*", re.I
)
_BLIND = re.compile(
    r"\b(?:can(?:'t|not| not)|unable to|not able to)\s+(?:\w+ly\s+)?(?:read|see|view|open|access)"
    r"\s+(?:this|the|that|your|any)\s+(?:chart|graph|image|picture|figure|diagram|plot)\b(?!')",
    re.IGNORECASE,
)
"""What is said of the speaker, not of the picture."""
_EXACT = re.compile(r"\b(?:exact|precise|explicit|specific)(?:ly)?\b|\blabell?ed\b", re.IGNORECASE)
_ESTIMATE = re.compile(
    r"\b(?:but|however|though|although|still|yet)\b[^.]{0,80}?(?:about|approx|around|rough|estimat|~|≈"
    r"|appears|seems|looks|close to|near|would|likely|probably)"
    r"|\b(?:estimat\w*|approximately|roughly|appears to be|looks like|best guess)\b[^.\n]{0,80}\d"
    r"|(?:\b(?:is|be|at|of)|,)\s+(?:about|around)\s+\S?\d",
    re.IGNORECASE,
)


def untold(text: str, numbered: bool) -> bool:
    """Whether a text says that the picture does not tell.

    `numbered` says whether it also holds a number of its own: then "the exact value is not shown"
    and "it is not labelled, but looks like 50" only hedge that number.
    """
    text = text.replace("’", "'")
    said = bool(_BARE.fullmatch(text) or _PHRASE.search(text)) and not _BLIND.search(text)
    return said and not (numbered and hedges(text))


def hedges(text: str) -> bool:
    """Whether what the text says of not being told can only weaken a number that it gives."""
    text = text.replace("’", "'")
    return bool(_PHRASE.search(text) and (_EXACT.search(text) or _ESTIMATE.search(text)))
