"""From a model's reply to the one answer it gives, or the reason why it gives none.

What is said most explicitly is read first: a JSON object's answer, an answer tag, a box, "final
answer", "the answer is", a line that is nothing but an answer, then the prose. Two different
answers at the same level are no answer: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from figloom.errors import RecipeError
from figloom.evaluate.objects import answers
from figloom.evaluate.spelling import readable
from figloom.types import Question, Verdict

T = TypeVar("T")
Read = Callable[[str], frozenset[T]]
"""All answers that a piece of text gives; none if it gives none."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A reply without exactly one answer."""

    why: str


_TAG = (
    r"a|abbr|article|audio|body|button|canvas|circle|dd|div|dl|dt|figcaption|figure|font|footer"
    r"|form|h[1-6]|head|header|hr|html|iframe|image|img|input|label|li|line|link|main|mark|meta|ol"
    r"|option|path|pre|rect|script|section|select|small|source|style|svg|table|tbody|td|text|tfoot"
    r"|th|thead|title|tr|ul|video|b|i|u|em|strong|br|p|span|code|sub|sup"
)
_VALUES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+"
_MARKUP = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), replacement)
    for pattern, replacement in (
        (r"<\|[^|<>\n]{0,40}\|>|</s>|<eos>|<end_of_turn>", " "),
        (rf"</?(?:{_TAG})\s*/?>", " "),
        # what a tag says of itself is no answer; "a <b and c> d" is no tag
        (rf"<(?:{_TAG})\s(?=[^<>=]*=){_VALUES}>", " "),
        (rf"<[a-z][\w:-]*\s(?=[^<>=]*=\s*[\"']){_VALUES}>", " "),
        (r"^[ \t]*(?:```|~~~)[ \t]*\w*[ \t]*$", ""),
        (r"\\(?:text|textbf|mathrm|mathbf|mbox)\s*\{([^{}]*)\}", r"\1"),
        # an emphasised letter is a choice, never an article, so it keeps a mark
        (r"\*\*\s*\(?([a-z])\)?[.:]?\s*\*\*", r"(\1)"),
        (r"\*\*(\S(?:[^\n]*?\S)?)\*\*", r"\1"),
        (r"(?<=\d)(?:\{,\}|\\[,;!])(?=\d)", ","),
        (r"(?<![\w*])(\*|__|_)(?=[^\s*_])([^\n*]*?[^\s*_])\1(?![\w*])", r"\2"),
        (r"\$([^$\n]+)\$", r"\1"),
        (r"`|\\[()\[\]]", ""),
        (r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]*|[-+*•][ \t]+)+", ""),
    )
)
_LINK = (
    r"(?:\s*\([^()\n]{0,40}\))?\s*"
    r"(?:(?:is|was|would be|should be|must be)\b\s*[:\-]?|[:=]|-+>|→)"
)
_CHINESE = r"答案(?:应该|应)?(?:(?:是|为|选)\s*[:=]?|\s*[:=])"
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_HIDDEN = re.compile(
    r"<(script|style)\b[^<>]*>(?:(?!<\1\b).)*?</\1\s*>|<!--(?:(?!<!--).)*?-->",
    re.IGNORECASE | re.DOTALL,
)
"""What a browser shows nobody."""
_RUN = re.compile(r"\s{9,}|([^\w\s])\1{32,}")
"""White space and rows of one mark that say no more than a shorter one."""
_BOXES = (r"<\|begin_of_box\|>(.*?)<\|end_of_box\|>", r"<answer>(.*?)(?:</answer>|\Z)")
_BOXED = r"\\boxed\s*\{([^{}]*)\}"
_FINAL = r"\bfinal\s+(?:answer|choice)" + _LINK
_ANSWER = (
    rf"(?:\b(?:so|thus|the|my|our|correct|right|best)\s+){{0,4}}\b(?:answer|ans\.?|antwort|réponse)"
    rf"{_LINK}|{_CHINESE}"
)
_BREAK = re.compile(r"(?<!\b[A-Za-z])[.!?;](?:\s|$)|[。！？]")
_REASON = re.compile(r"\b(?:because|since|as)\b", re.IGNORECASE)
_RETRACTS = re.compile(
    r"\b(?:wait|hold on|scratch that|on second thought|correction|my mistake|i mean"
    r"|actually(?=,)|or (?:maybe|perhaps|possibly)"
    r"|let me (?:re-?count|re-?check|re-?consider|correct))\b",
    re.IGNORECASE,
)
_VERB = (
    r"(?:answer|determine|tell|say|help|assist|provide|view|access|process|comply|confirm|decide"
    r"|(?:see|read|open|analy[sz]e)\s+(?:the|this|that|your|any)?\s*"
    r"(?:images?|pictures?|maps?|graphs?|diagrams?|figures?|files?|attachments?))"
)
_REFUSES = re.compile(
    r"\b(?:i\s*(?:can't|cannot|can not|could not|couldn't|won't|will not|do not|don't)"
    rf"\s+(?:\w+\s+)?{_VERB}\b|(?:i am|i'm)\s+(?:\w+\s+)?(?:unable|not able|not sure|unsure|sorry)"
    rf"|unable to\s+{_VERB}\b|can(?:not|'t| not) be (?:determined|answered|known|said)"
    r"|(?:not enough|insufficient) (?:information|data|context)|(?:don't|do not) know"
    r"|no (?:idea|clue|way to|answer|comment)|as an ai|i apologi[sz]e|^\s*sorry\b"
    r"|抱歉|对不起|我(?:看不到|无法|不知道))",
    re.IGNORECASE | re.MULTILINE,
)


def extract(reply: str, complete: Read[T], search: Read[T], cue: str = "") -> T | Unclear:
    """The one answer of a reply.

    `complete` reads a line that is nothing but an answer, `search` reads prose. `cue` is a regular
    expression for more words that, like "answer", announce what follows them.
    """
    text = spoken(readable(reply))
    if not text.strip():
        return silent(reply)
    inside = answers(text)
    if inside:
        return _only(frozenset().union(*(_settle(piece, complete, search) for piece in inside)))
    if "\n" not in text.strip() and len(found := complete(text.strip())) == 1:
        return _only(found)
    for said, final in _announced(text, cue):
        found = frozenset().union(*(_settle(piece, complete, search) for piece in said))
        if found or (final and said):
            return _only(found)
    plain = unmarked(text)
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    stated = [_stated(line, complete) for line in lines]
    found = frozenset().union(*stated)
    if found:
        first = next(at for at, said in enumerate(stated) if said)
        if _RETRACTS.search("\n".join(lines[first:])):
            return Unclear("the reply takes its answer back")
        return _only(found)
    if refuses(plain):
        return Unclear("the reply declines to answer")
    return _only(search(plain))


def silent(reply: str) -> Unclear:
    """Why a reply says nothing."""
    return Unclear("the reply is only reasoning" if reply.strip() else "the reply is empty")


def refuses(text: str) -> bool:
    """Whether a reply says that it cannot answer."""
    return bool(_REFUSES.search(text.replace("’", "'")))


def unmarked(text: str) -> str:
    """The text without Markdown, LaTeX, HTML and chat-template marks."""
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    return text


def judged(found: T | Unclear, right: Callable[[T], bool], shown: Callable[[T], str]) -> Verdict:
    """The verdict on what was extracted."""
    if isinstance(found, Unclear):
        return Verdict("unscored", 0.0, "", found.why)
    if right(found):
        return Verdict("right", 1.0, shown(found))
    return Verdict("wrong", 0.0, shown(found), "the reply gives another answer")


def misfit(metric: str, question: Question, needs: str) -> RecipeError:
    """Error for a question that the metric cannot judge."""
    return RecipeError(
        f"Metric {metric!r} cannot judge {question.family}/{question.subtask}: it needs {needs}, "
        f"but the answer is {question.answer!r} with {len(question.choices)} choices."
    )


def spoken(text: str) -> str:
    """What follows the reasoning, without control characters and scripts; nothing if it never
    ends."""
    text = _RUN.sub(_shortened, _HIDDEN.sub(" ", _CONTROL.sub("", text)))
    tag = r"(?:think|thinking|thought|reasoning)"
    text = re.split(rf"</{tag}>", text, flags=re.IGNORECASE)[-1]
    return re.split(rf"<{tag}>", text, maxsplit=1, flags=re.IGNORECASE)[0]


def _shortened(run: re.Match[str]) -> str:
    return run[1] * 3 if run[1] else "\n\n" if "\n" in run[0] else " "


def _announced(text: str, cue: str) -> Iterator[tuple[list[str], bool]]:
    """Pieces announced as the answer, most explicit first, and whether nothing else may count."""
    for pattern in _BOXES:
        yield _pieces(pattern, text), True
    text = unmarked(text)
    yield _pieces(_BOXED, text), True
    yield _after(_FINAL, text), False
    yield _after(_ANSWER if not cue else rf"(?:{_ANSWER}|\b(?:{cue}){_LINK})", text), False


def _after(pattern: str, text: str) -> list[str]:
    """What follows each announcement, up to the next one or the line's end; nothing if the last
    one is taken back."""
    heads = list(re.finditer(rf"(?:{pattern})\s*", text, re.IGNORECASE))
    if not heads or _RETRACTS.search(text, heads[-1].start()):
        return []
    stops = [head.start() for head in heads[1:]] + [len(text)]
    pieces = (text[head.end() : stop].split("\n", 1)[0].strip()
              for head, stop in zip(heads, stops, strict=True))  # fmt: skip
    return [piece for piece in pieces if piece]


def _pieces(pattern: str, text: str) -> list[str]:
    found = re.finditer(pattern, text, re.IGNORECASE | re.DOTALL)
    return [unmarked(_group(match)).strip() for match in found]


def _group(match: re.Match[str]) -> str:
    return next((group for group in match.groups() if group is not None), "").strip()


def _settle(piece: str, complete: Read[T], search: Read[T]) -> frozenset[T]:
    """Answers of an announced piece: of all of it, else of its first sentence, else up to why."""
    sentence, *others = _BREAK.split(piece)
    for part in (piece, sentence, _claim(sentence)):
        found = complete(part.strip()) or search(part)
        if len(found) == 1:
            return found.union(*(complete(other.strip()) for other in others if other.strip()))
    return complete(piece) or search(piece)


def _stated(line: str, complete: Read[T]) -> frozenset[T]:
    found = complete(line)
    return found if len(found) == 1 else complete(_claim(line)) or found


def _claim(sentence: str) -> str:
    """A sentence without the reason it gives."""
    return _REASON.split(sentence, maxsplit=1)[0].strip()


def _only(found: Iterable[T]) -> T | Unclear:
    answers = list(found)
    if len(answers) == 1:
        return answers[0]
    if not answers:
        return Unclear("no answer found in the reply")
    return Unclear(f"the reply gives {len(answers)} different answers")
