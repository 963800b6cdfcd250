"""Whoever answers calls: a model at a server, or one in this process."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Protocol

from figloom.exam.call import Call, Reply


class Answerer(Protocol):
    """Answers one call a time to each of many tasks."""

    model: str
    host: str
    """Host and port of the server; empty in this process."""
    ceiling: int
    """Calls at a time, at most."""
    timeout: float
    """Seconds that a reply may take."""
    tries: int
    """How often a request is sent, at most."""

    async def send(self, call: Call) -> Reply:
        """One request, not repeated; any exception is a fault."""
        ...

    def again(self, error: Exception, attempt: int, chance: Random) -> float | None:
        """Seconds until the request may be sent again, or None when that is of no use."""
        ...

    def asked_to_wait(self, error: Exception) -> float:
        """Seconds for which the server wants no request at all."""
        ...

    def is_hopeless(self, error: Exception) -> bool:
        """Whether no other sample will fare better: a wrong key, model or address."""
        ...

    def is_final(self, error: Exception) -> bool:
        """Whether that holds even after good replies: the key is refused."""
        ...

    def sentence(self, error: Exception, tries: int) -> str:
        """What went wrong, after so many tries, without secrets."""
        ...

    def cleaned(self, text: str) -> str:
        """A reply without secrets that it echoes."""
        ...

    def left_out(self) -> tuple[str, ...]:
        """Options that the server refuses and is no longer sent."""
        ...

    async def close(self) -> None:
        """Let connections go."""
        ...


class Model(Protocol):
    """A model in this process; it sees what a served one sees."""

    @property
    def name(self) -> str:
        """As it was asked for."""
        ...

    def reply(self, prompt: str, images: tuple[bytes, ...]) -> str:
        """The answer to a prompt and its encoded pictures."""
        ...


class Local:
    """A model in this process, in a thread."""

    host, timeout, tries = "", float("inf"), 1

    def __init__(self, model: Model, ceiling: int) -> None:
        self._model, self.model, self.ceiling = model, model.name, ceiling

    async def send(self, call: Call) -> Reply:
        """What the model replies to all that the user says."""
        said = [turn for turn in call.turns if turn.role == "user"]
        prompt = "\n\n".join(turn.text for turn in said)
        images = tuple(image.data for turn in said for image in turn.images)
        text = await asyncio.to_thread(self._model.reply, prompt, images)
        return Reply(text, "plain" if call.schema else "free")

    def again(self, error: Exception, attempt: int, chance: Random) -> float | None:
        """Never: what fails here is a fault of the program, and is raised."""
        raise error

    def asked_to_wait(self, error: Exception) -> float:
        """Nothing."""
        return 0.0

    def is_hopeless(self, error: Exception) -> bool:
        """Never asked."""
        return True

    def is_final(self, error: Exception) -> bool:
        """Never asked."""
        return True

    def sentence(self, error: Exception, tries: int) -> str:
        """Never asked."""
        return str(error)

    def cleaned(self, text: str) -> str:
        """As it is: no secret is known here."""
        return text

    def left_out(self) -> tuple[str, ...]:
        """Nothing."""
        return ()

    async def close(self) -> None:
        """Nothing to let go."""
