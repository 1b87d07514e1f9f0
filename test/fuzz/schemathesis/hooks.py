"""Hooks of Schemathesis: texts of formats, promises that JSON Schema does not hold the service to, and business rules.

Environment: RAMP_SEEN names a file that takes a line for each operation that returned 2xx, each idempotency key and
each refusal by a rule.
"""

import datetime
import os
import re
import uuid

import schemathesis
from hypothesis import strategies as st
from rules import rule_of

VALID_KEY = re.compile(r"[\x21-\x7e][\x20-\x7e]{14,126}[\x21-\x7e]")

ADDRESSES = [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
]

schemathesis.openapi.format("ramp-country", st.sampled_from(["MX", "DE", "US", "DO", "ES", "Mexico"]))
schemathesis.openapi.format("ramp-day", st.dates(datetime.date(1930, 1, 1), datetime.date(2000, 1, 1)).map(str))
schemathesis.openapi.format("ramp-wallet", st.sampled_from(ADDRESSES))
schemathesis.openapi.format("ramp-url", st.integers(0, 99999).map(lambda n: f"https://partner.example.com/{n}"))


def note(*parts):
    with open(os.environ["RAMP_SEEN"], "a", encoding="utf-8") as seen:
        seen.write(" ".join(parts) + "\n")


@schemathesis.check
def documented_error_code(ctx, response, case):
    """The `code` of a response is one that the operation documents for its status."""
    declared = case.operation.definition.raw["responses"].get(str(response.status_code))
    if response.status_code < 400 or response.status_code == 405 or declared is None:
        return
    while "$ref" in declared:
        declared = case.operation.schema.raw_schema["components"]["responses"][declared["$ref"].split("/")[-1]]
    content = declared.get("content", {}).get("application/json", {})
    named = content.get("examples", {}).values() or [{"value": content.get("example")}]
    codes = {(example.get("value") or {}).get("code") for example in named}
    code = response.json().get("code")
    assert code in codes, f"{code} is not documented for {response.status_code}: {sorted(map(str, codes))}"


@schemathesis.check
def response_has_request_id(ctx, response, case):
    """A response carries x-request-id."""
    assert response.headers.get("x-request-id"), "no x-request-id"


def keys_of_earlier_phases():
    with open(os.environ["RAMP_SEEN"], encoding="utf-8") as seen:
        return {line[4:-1] for line in seen if line.startswith("key ")}


used_keys = keys_of_earlier_phases()


@schemathesis.hook
def before_call(context, case, kwargs):
    """An address and an idempotency key are taken by their first use: other requests have others."""
    body = case.body
    if isinstance(body, dict) and str(body.get("email", "")).startswith("example-"):
        case.body = {**body, "email": f"example-{uuid.uuid4()}@example.com"}
    key = (case.headers or {}).get("Idempotency-Key")
    if key in used_keys:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    elif isinstance(key, str) and VALID_KEY.fullmatch(key):
        used_keys.add(key)
        note("key", key)


@schemathesis.hook
def after_call(context, case, response):
    if 200 <= response.status_code < 300:
        note("2xx", case.operation.definition.raw["operationId"])


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a failure counts: the service has rules that no schema can say."""
    name = type(failure).__name__
    if name not in ("RejectedPositiveData", "UseAfterFree"):
        return True
    try:
        body = response.json()
    except ValueError:
        return True
    if name == "UseAfterFree":
        # The first webhook endpoint is the webhook settings: to delete it clears its URL. Secrets and tests do not say which it is.
        return not ("/webhook-endpoints/" in case.formatted_path and body["data"].get("isDefault", True) is True)
    rule = rule_of(body)
    if rule is None:
        return True
    note("rule", rule)
    return False
