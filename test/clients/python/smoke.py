"""The smoke journey with a client of openapi-generator for Python. It prints the id of the on-ramp that it has made."""

import os
from uuid import UUID

import partner_ramp
from partner_ramp.exceptions import NotFoundException


def lock(client: partner_ramp.ApiClient, pesos: float) -> UUID:
    """Locks a quote for an amount in pesos, which has to come back unchanged."""
    request = partner_ramp.CreateQuoteRequest(
        transaction_type="ON_RAMP",
        fiat_currency=partner_ramp.FiatCurrency.MXN,
        fiat_amount=pesos,
        token_symbol="USDC",
        blockchain_symbol="POL",
    )
    quote = partner_ramp.QuotesApi(client).create_quote(request).data
    assert quote.fiat_amount == pesos, f"{pesos} MXN came back as {quote.fiat_amount}"
    return quote.quote_id


def journey(client: partner_ramp.ApiClient) -> UUID:
    new_user = partner_ramp.CreateUserRequest(type=partner_ramp.UserType.INDIVIDUAL, email=os.environ["USER_EMAIL"])
    user_id = partner_ramp.UsersApi(client).create_user(new_user).data.user_id

    decision = partner_ramp.DecideVerificationRequest(result="VERIFIED")
    user = partner_ramp.SandboxApi(client).decide_verification(user_id, decision).data
    assert user.kyc_status == partner_ramp.KycStatus.VERIFIED, user.kyc_status

    lock(client, 3000000000.25)
    order = partner_ramp.CreateOnRampRequest(
        user_id=user_id,
        quote_id=lock(client, 10.01),
        destination_wallet_address="0x52908400098527886E0F7030069857D2E4169EE7",
    )
    on_ramp = partner_ramp.OnRampApi(client).create_on_ramp(order, idempotency_key=f"order-of-{user_id}").data

    transactions = partner_ramp.TransactionsApi(client)
    items = [item.actual_instance for item in transactions.list_transactions(user_id=user_id).data.data]
    assert [item.id for item in items if isinstance(item, partner_ramp.OnRampItem)] == [on_ramp.id], items

    try:
        transactions.get_transaction(user_id)
    except NotFoundException as refusal:
        assert isinstance(refusal.data, partner_ramp.Error), refusal.data
        assert refusal.data.code == partner_ramp.ErrorCode.TRANSACTION_NOT_FOUND, refusal.data.code
    else:
        raise AssertionError("a transaction that does not exist was found")
    return on_ramp.id


configuration = partner_ramp.Configuration(
    host=os.environ["BASE_URL"], api_key={"partnerApiKey": os.environ["PARTNER_API_KEY"]}
)
with partner_ramp.ApiClient(configuration) as api_client:
    print(journey(api_client))
