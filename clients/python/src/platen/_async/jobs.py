"""``/v1/jobs``: conversions that outlive their request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterator, Optional, cast

from .._errors import failure_of
from .._request import LONG_POLL, Call, path_of
from .file import AsyncPlatenFile
from .rows import rows_of
from .transport import AsyncTransport

if TYPE_CHECKING:
    from ..types import Job


class AsyncJobs:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self, *, status: Optional[str] = None, tag: Optional[str] = None, batch: Optional[str] = None
    ) -> AsyncIterator[Job]:
        """The newest first."""
        query = {"status": status, "tag": tag, "batch": batch}
        return cast("AsyncIterator[Job]", rows_of(self._transport, "/v1/jobs", query))

    async def get(self, id: str) -> Job:
        return await self._one(Call("GET", path_of("jobs", id)))

    async def wait(self, id: str) -> Job:
        """Waits until a job has ended.

        :raises PlatenError: with the code of what went wrong, for one that failed or was canceled
        """
        while True:
            job = await self._one(Call("GET", path_of("jobs", id), query={"wait": LONG_POLL}))
            if job["status"] == "succeeded":
                return job
            if job["status"] in ("failed", "canceled"):
                raise failure_of(job)

    async def result(self, id: str) -> AsyncPlatenFile:
        """The document that a job has made."""
        return AsyncPlatenFile(await self._transport.send(Call("GET", f"{path_of('jobs', id)}/result")))

    async def remove(self, id: str) -> Job:
        """Cancels a job that has not ended; of one that has, removes its result at once."""
        return await self._one(Call("DELETE", path_of("jobs", id)))

    async def _one(self, call: Call) -> Job:
        answer: Any = await self._transport.json(call)
        return cast("Job", answer["job"])
