"""Refusals of requests that the document's schemas allow: the rules of the service that JSON Schema cannot say.

A line each: code, text of the refusal or, behind its name, of each field, and why no schema says it.
"""

import re

STORED = "It depends on what is stored."
AGREED = "It depends on what is agreed with the partner."
QUERY = "JSON Schema describes each parameter of a query alone."
DIGITS = "A multiple of 0.01 is none as a binary fraction, so that validators would refuse 2000.01."
DERIVED = "The country may follow from the currency, from the account's number or from a quote."
LETTERS = "The letters that can be converted are too many for a pattern."
IVMS = "Constraints of IVMS101 compare fields, count places and look up codes."
LOCAL_PART = "A pattern that forbids two dots side by side cannot count the 64 characters before the @."
OUTSIDE = "It depends on what another server returns."

RULES = [
    ("INVALID_USER_INPUT_ERROR", r"Is not a cursor of", "Cursors are made by the service."),
    ("INVALID_USER_INPUT_ERROR", r"Provide exactly one of", QUERY),
    ("INVALID_USER_INPUT_ERROR", r"Required for (ON|OFF)_RAMP", QUERY),
    ("INVALID_USER_INPUT_ERROR", r"Must not be before from|Must leave a range of|Must not be sent together with", QUERY),
    ("INVALID_USER_INPUT_ERROR", r"Has more decimals|Must have at most \d+ (significant digits|decimals)", DIGITS),
    ("INVALID_USER_INPUT_ERROR", r"Must be from 0 to", AGREED),
    ("INVALID_USER_INPUT_ERROR", r"Must be an event bus of your own account", "The service's account is that of its stage."),
    ("INVALID_USER_INPUT_ERROR", r"Only for MXN over-the-counter", "The amount in pesos follows from the rate."),
    ("INVALID_USER_INPUT_ERROR", r"Only for users of type BUSINESS", STORED),
    ("INVALID_USER_INPUT_ERROR", r"Required with a quote of one leg", STORED),
    ("INVALID_USER_INPUT_ERROR", r"Is an account in|Must be an address on|Must be a transaction hash of", STORED),
    ("INVALID_USER_INPUT_ERROR", r"The shares of all beneficial owners", STORED),
    ("INVALID_USER_INPUT_ERROR", r"A submission can have at most 10 files", "It counts over the fields of all parts."),
    ("INVALID_USER_INPUT_ERROR", r"^logo: (?!Must be Base64$)", "It depends on the picture in the file."),
    ("INVALID_USER_INPUT_ERROR", r"which documents cannot show", "The characters of the fonts are too many for a pattern."),
    ("INVALID_USER_INPUT_ERROR", r"Must be an e-mail address", LOCAL_PART),
    ("BAD_REQUEST", r"Provided email is not valid", LOCAL_PART),
    ("INVALID_USER_INPUT_ERROR", r"^items(\.\d+\.field)?: (Must be one of|Must answer|Must not be given twice)", STORED),
    ("INVALID_USER_INPUT_ERROR", r"Must not repeat the (city|country)|Required in the address", "It compares fields."),
    ("INVALID_USER_INPUT_ERROR", r"Payments cannot carry|characters long in Latin letters", LETTERS),
    ("INVALID_USER_INPUT_ERROR", r"^amount: Only DEPOSIT_RECEIVED has an amount", "Generators of clients know no conditions between fields."),
    ("INVALID_USER_INPUT_ERROR", r"^date: Must not be in the future", "It depends on the day."),
    ("INVALID_USER_INPUT_ERROR", r"^purpose: Must be one of", DERIVED),
    ("INVALID_USER_INPUT_ERROR", r"^travelRule\S*: (Must have a name of type|Required without|Required unless)", IVMS),
    ("INVALID_USER_INPUT_ERROR", r"^travelRule\S*: (Must not be given|Must be an LEI|Must be \d: the path|Provide)", IVMS),
    ("INVALID_USER_INPUT_ERROR", r"^travelRule\S*: (Must be at most 32 KB|Must be an ISO 3166-1)", IVMS),
    ("INVALID_USER_INPUT_ERROR", r"^allowedAddresses\.\d+: Must be a range such as", "Forms of IPv6 are too many for a pattern."),
    ("INVALID_USER_INPUT_ERROR", r"^allowedAddresses\.\d+: Must lie within", STORED),
    ("INVALID_USER_INPUT_ERROR", r"^allowedAddresses: Must not be all", "It adds ranges up."),
    ("INVALID_USER_INPUT_ERROR", r"^allowedAddresses: Must include the address", "It depends on the connection."),
    ("LIMIT_EXCEEDED", r"", AGREED),
    ("INVALID_FIAT_AMOUNT_ERROR", r"", AGREED),
    ("INVALID_TOKEN_AMOUNT_ERROR", r"", AGREED),
    ("BAD_REQUEST", r"Source and target currencies must differ", QUERY),
    ("BAD_REQUEST", r"This blockchain and token combination is disabled", AGREED),
    ("BAD_REQUEST", r"Quote (is not valid for|has already been used|not found|currency mismatch)", STORED),
    ("BAD_REQUEST", r"Provided quoteId is not a CROSS_RAMP quote", STORED),
    ("BAD_REQUEST", r"Target (country|currency) must match target bank account", DERIVED),
    ("BAD_REQUEST", r"Either (targetBankAccount|userBankInformationId) or", STORED),
    ("BAD_REQUEST", r"invoiceFile is required when", DERIVED),
    ("BAD_REQUEST", r"A virtual account cannot be deleted|A business can have at most", STORED),
    ("BAD_REQUEST", r"Fiat currency is disabled|Requested fiat currency is invalid", AGREED),
    ("INVALID_USER_INPUT_ERROR", r"^(targetBankAccount|userBankInformation)(\.|:)", DERIVED),
    ("BAD_REQUEST", r"Invalid transaction state transition", STORED),
    ("QUOTE_EXPIRED", r"", STORED),
    ("UNPROCESSABLE_ENTITY", r"User is not a business", STORED),
    ("INVALID_VERIFICATION_TYPE_FOR_USER", r"", STORED),
    ("UserOnRampWalletDuplicateError", r"", STORED),
    ("FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL", r"", OUTSIDE),
]


def rule_of(body):
    """The rules that a refusal is by, as text; None where any of its texts is by none."""
    code = body.get("code")
    texts = [f"{e['field']}: {e['message']}" for e in body.get("errors", [])] or [body.get("message", "")]
    found = [next((f"{c} {p}" for c, p, _ in RULES if c == code and re.search(p, text)), None) for text in texts]
    return None if None in found else ", ".join(found)
