"""Deliveries that are the service's own, and those that are not."""

import base64
import hashlib
import hmac
import json
import unittest
from typing import Callable, Sequence, Union

from platen import WebhookEvent, WebhookRefused, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"a secret of twenty-four b").decode()
OTHER = "whsec_" + base64.b64encode(b"another secret of theirs!").decode()
NOW = 1_795_000_000
BODY = json.dumps({"type": "conversion.succeeded", "timestamp": "2026-11-18T00:00:00Z", "data": {"id": "job_1"}}).encode()


def signature(secret: str, body: bytes = BODY, identity: str = "evt_1", moment: str = str(NOW)) -> str:
    key = base64.b64decode(secret[len("whsec_") :])
    signed = f"{identity}.{moment}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def headers(signatures: str, identity: str = "evt_1", moment: str = str(NOW)) -> dict[str, str]:
    return {"Webhook-Id": identity, "WEBHOOK-TIMESTAMP": moment, "webhook-signature": signatures}


def verify(
    given: dict[str, str],
    body: Union[bytes, str] = BODY,
    secret: Union[str, Sequence[str]] = SECRET,
    now: Callable[[], float] = lambda: NOW + 10,
) -> WebhookEvent:
    return verify_webhook(body, given, secret, now=now)


class Webhooks(unittest.TestCase):
    def test_that_of_the_service_is_believed(self) -> None:
        event = verify(headers(signature(SECRET)))
        self.assertEqual((event["id"], event["type"], event["data"]), ("evt_1", "conversion.succeeded", {"id": "job_1"}))
        self.assertEqual(verify(headers(signature(SECRET)), BODY.decode())["id"], "evt_1")

    def test_while_secrets_are_replaced_either_counts(self) -> None:
        both = f"{signature(OTHER)} v2,abc {signature(SECRET)}"
        self.assertEqual(verify(headers(both))["id"], "evt_1")
        self.assertEqual(verify(headers(signature(OTHER)), secret=[SECRET, OTHER])["id"], "evt_1")

    def refused(self, fault: str, *parts: object, **named: object) -> None:
        with self.assertRaises(WebhookRefused) as caught:
            verify(*parts, **named)  # type: ignore[arg-type]
        self.assertEqual(caught.exception.fault, fault)

    def test_what_is_another_s_is_refused(self) -> None:
        self.refused("signature", headers(signature(OTHER)))
        self.refused("signature", headers(signature(SECRET)), BODY + b" ")
        self.refused("signature", headers(signature(SECRET), identity="evt_2"))
        self.refused("signature", headers("v1," + "é" * 44))
        # No work for a stranger: only so many are looked at.
        self.refused("signature", headers("v1,x " * 10 + signature(SECRET)))

    def test_what_was_sent_long_ago_or_is_no_time_is_refused(self) -> None:
        self.refused("timestamp", headers(signature(SECRET)), now=lambda: NOW + 301)
        self.refused("timestamp", headers(signature(SECRET)), now=lambda: NOW - 301)
        for moment in ("nan", "-1", "1e9", "١٢٣", f"{NOW}.0"):
            self.refused("timestamp", headers(signature(SECRET, moment=moment), moment=moment))

    def test_what_is_not_whole_is_refused(self) -> None:
        self.refused("headers", {"webhook-id": "evt_1"})
        for body in (b"[]", b"{}", b"\xff", b"{"):
            self.refused("body", headers(signature(SECRET, body)), body)

    def test_a_secret_that_is_none_is_a_fault_of_the_program(self) -> None:
        for secret in ("", "whsec_", "whsec_?"):
            with self.assertRaises(ValueError):
                verify(headers(signature(SECRET)), secret=secret)


if __name__ == "__main__":
    unittest.main()
