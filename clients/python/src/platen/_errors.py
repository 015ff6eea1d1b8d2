"""What the service says of requests that it refuses."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, TypedDict

if TYPE_CHECKING:
    import httpx


class Issue(TypedDict):
    """One fault of a request."""

    pointer: str
    """JSON pointer to the field at fault (RFC 6901)."""
    code: str
    detail: str


class PlatenError(Exception):
    """The service refused a request, or a job failed. The message is its sentence: cause and remedy."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: Optional[str] = None,
        retryable: bool = False,
        retry_after: Optional[float] = None,
        issues: Sequence[Issue] = (),
    ) -> None:
        super().__init__(message)
        self.status = status
        """HTTP status; 0 for a job that failed."""
        self.code = code
        """Such as ``invalid_request`` or ``credits_exhausted``; docs/reference/errors.md has all of them."""
        self.request_id = request_id
        """Names the request in the log of the service."""
        self.retryable = retryable
        """Whether the same request may succeed later."""
        self.retry_after = retry_after
        """Seconds to wait before the next try, if the service named them."""
        self.issues = issues
        """One entry for each fault of the request."""

    @property
    def pointer(self) -> Optional[str]:
        """The field at fault, if it is one."""
        return self.issues[0]["pointer"] if self.issues else None


def error_of(answer: httpx.Response) -> PlatenError:
    """Reads the error of an answer; of one that is no problem document, as a proxy in between may send it, the status."""
    try:
        problem = answer.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    status = answer.status_code
    message, retryable = problem.get("error"), problem.get("retryable")
    codes = [code for code in (problem.get("error_code"), problem.get("code")) if isinstance(code, str)]
    request_id = problem.get("request_id")
    return PlatenError(
        message if isinstance(message, str) else f"The service answered {status}.",
        status=status,
        code=codes[0] if codes else f"http_{status}",
        request_id=request_id if isinstance(request_id, str) else answer.headers.get("x-request-id"),
        retryable=retryable if isinstance(retryable, bool) else status == 429 or status >= 502,
        retry_after=_seconds_of(answer.headers.get("retry-after")),
        issues=problem.get("errors") or problem.get("issues") or [],
    )


def failure_of(job: Mapping[str, Any]) -> PlatenError:
    """The error of a job that failed or was canceled."""
    error = job.get("error") or {}
    status = str(job["status"])
    return PlatenError(
        error.get("detail") or f"The job was {status}.",
        status=0,
        code=error.get("code") or status,
        request_id=job.get("request_id"),
        issues=error.get("errors") or [],
    )


def _seconds_of(header: Optional[str]) -> Optional[float]:
    """``Retry-After`` in seconds or as a date (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", header):
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())
