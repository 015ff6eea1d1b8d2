"""Deliveries of the service, and whether they are its own."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Callable, Literal, Mapping, Sequence, TypedDict, Union, cast


class WebhookEvent(TypedDict):
    """A delivery that was verified. It may have more members, such as ``url`` and ``success``."""

    id: str
    """The same on each try of one event: whoever has seen it before has done the work already."""
    type: str
    """For example ``conversion.succeeded``."""
    timestamp: str
    """When it happened, in ISO 8601."""
    data: dict[str, Any]


WebhookFault = Literal["headers", "timestamp", "signature", "body"]


class WebhookRefused(Exception):
    """A delivery that must not be trusted: answer it with 400."""

    def __init__(self, fault: WebhookFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


_PREFIX = "whsec_"
# More signatures or secrets than any sender has: the work that a stranger can ask for is bounded.
_MOST = 10


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Callable[[], float] = time.time,
) -> WebhookEvent:
    """Verifies a delivery by ``webhook-id``, ``webhook-timestamp`` and ``webhook-signature`` (Standard Webhooks).

    Signatures are compared in constant time.

    :param body: as it came, before any parsing: the signature is of its bytes
    :param headers: names in any case
    :param secret: of the endpoint, ``whsec_…``; several while one replaces another
    :param tolerance: seconds that the clocks may differ, and a delivery may have been under way
    :param now: seconds since the Unix epoch
    :raises WebhookRefused: for what was not signed with the secret, or long ago
    :raises ValueError: for a secret that is none
    """
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else list(secret)[:_MOST])]
    given = {name.lower(): value for name, value in headers.items()}
    identity, moment, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not identity or not moment or not signatures:
        raise WebhookRefused("headers", "The headers webhook-id, webhook-timestamp and webhook-signature are needed.")
    if not re.fullmatch(r"[0-9]{1,12}", moment) or not abs(now() - int(moment)) <= tolerance:
        raise WebhookRefused("timestamp", f"The delivery was not signed within the last {tolerance:g} seconds.")
    content = body.encode() if isinstance(body, str) else body
    if not _is_signed(f"{identity}.{moment}.".encode() + content, signatures, keys):
        raise WebhookRefused("signature", "The delivery was not signed with this secret, or was changed on its way.")
    return _event_of(content, identity)


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError('A secret of a webhook begins with "whsec_", then has base64.')
    return key


def _is_signed(signed: bytes, signatures: str, keys: Sequence[bytes]) -> bool:
    """All are looked at: how long it takes tells only how many there are."""
    wanted = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    found = False
    for part in signatures.split(" ")[:_MOST]:
        if part.startswith("v1,"):
            for one in wanted:
                found |= hmac.compare_digest(part[3:].encode(), one)
    return found


def _event_of(content: bytes, identity: str) -> WebhookEvent:
    try:
        event = json.loads(content)
    except ValueError:
        event = None
    if not isinstance(event, dict) or "type" not in event or "data" not in event:
        raise WebhookRefused("body", 'The body is no JSON with "type" and "data".')
    return cast(WebhookEvent, {**event, "id": identity})
