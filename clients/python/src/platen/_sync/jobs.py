# Made from "_async" by "python3 tools/make_sync.py"; do not edit.
"""``/v1/jobs``: conversions that outlive their request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional, cast

from .._errors import failure_of
from .._request import LONG_POLL, Call, path_of
from .file import PlatenFile
from .rows import rows_of
from .transport import Transport

if TYPE_CHECKING:
    from ..types import Job


class Jobs:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, *, status: Optional[str] = None, tag: Optional[str] = None, batch: Optional[str] = None
    ) -> Iterator[Job]:
        """The newest first."""
        query = {"status": status, "tag": tag, "batch": batch}
        return cast("Iterator[Job]", rows_of(self._transport, "/v1/jobs", query))

    def get(self, id: str) -> Job:
        return self._one(Call("GET", path_of("jobs", id)))

    def wait(self, id: str) -> Job:
        """Waits until a job has ended.

        :raises PlatenError: with the code of what went wrong, for one that failed or was canceled
        """
        while True:
            job = self._one(Call("GET", path_of("jobs", id), query={"wait": LONG_POLL}))
            if job["status"] == "succeeded":
                return job
            if job["status"] in ("failed", "canceled"):
                raise failure_of(job)

    def result(self, id: str) -> PlatenFile:
        """The document that a job has made."""
        return PlatenFile(self._transport.send(Call("GET", f"{path_of('jobs', id)}/result")))

    def remove(self, id: str) -> Job:
        """Cancels a job that has not ended; of one that has, removes its result at once."""
        return self._one(Call("DELETE", path_of("jobs", id)))

    def _one(self, call: Call) -> Job:
        answer: Any = self._transport.json(call)
        return cast("Job", answer["job"])
