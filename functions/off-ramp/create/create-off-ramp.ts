import { badRequest, invalidInput } from '#shared/api/problems';
import {
  type BankDetails,
  guessCurrency,
  ibanViolation,
  resolveOffRampCountry,
} from '#shared/bank-accounts/domain/bank-account';
import { resolveCompliance } from '#shared/corridors/compliance-request';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import {
  accountNumberForm,
  corridorFor,
  isTargetCountry,
  type TargetCountry,
} from '#shared/corridors/domain/payout-zones';
import { assertInvoice, assertPayoutRange } from '#shared/corridors/payout-rules';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { Request } from '#shared/handlers/partner-endpoint';
import type { Caller } from '#shared/partners/domain/partner';
import { custody } from '#shared/providers/custody/http';
import {
  type CreationContext,
  createTransaction,
  creationIdempotency,
  findNamedAccount,
  newTransaction,
  type PayoutAccount,
  requireSavedAccount,
  resolvePayoutAccount,
} from '#shared/transactions/create/create-transaction';
import { resolvePair, resolveTerms, toRampFields } from '#shared/transactions/create/order-ramp';
import type { AccountChoice, AccountRead } from '#shared/transactions/create/repository';
import { toOffRampResponse } from '#shared/transactions/create/response';
import { storeInvoice } from '#shared/transactions/create/store-invoice';
import type { OffRamp } from '#shared/transactions/domain/transaction';
import { travelRuleWrites } from '#shared/transactions/travel-rule/repository';
import type { FiatCurrency } from '#shared/values/money/currency';
import { contract } from './contract';

type Body = CreateRequest['body'];

/** Returns the account fields of the request. Guesses a missing currency, because the quote that contains it is read later. */
function accountChoice(body: Body): AccountChoice {
  const { userId, userBankInformation, userBankInformationId, receiverId, fiatCurrency } = body;
  const details = userBankInformation ?? {};
  return {
    userId,
    savedId: userBankInformationId,
    details: userBankInformation,
    country: resolveOffRampCountry(details, fiatCurrency ?? guessCurrency(details)),
    receiverId,
  };
}

/** Checks that the request specifies an account or a receiver, and that a saved account belongs to the user. @throws Problem */
function assertAccountNamed(body: Body, account: AccountRead, caller: Caller): void {
  const { userId, userBankInformationId, userBankInformation, receiverId } = body;
  if (userBankInformationId !== undefined) requireSavedAccount(userId, account, caller);
  else if (userBankInformation === undefined && receiverId === undefined) throw noAccountProblem();
}

const noAccountProblem = () =>
  badRequest('BANK_ACCOUNT_REQUIRED', 'Either userBankInformationId or userBankInformation must be provided');

/** Returns the payout account. Its currency must equal the payout currency. @throws Problem */
async function resolveAccount(
  request: CreateRequest,
  fiat: FiatCurrency,
  account: AccountRead,
): Promise<PayoutAccount> {
  const { body, caller } = request;
  const { userBankInformationId, userBankInformation: details } = body;
  const named = await findNamedAccount(accountChoice(body), account, caller);
  if (named === undefined && details === undefined) throw noAccountProblem();
  const country = named?.details.country ?? resolveCountry(details ?? {}, fiat);
  assertInvoice(country, body.invoiceFile);
  const { currency } = corridorFor(country);
  if (currency !== fiat) {
    const inlineOrReceiver = named === undefined ? 'userBankInformation.country' : 'receiverId';
    const field = userBankInformationId === undefined ? inlineOrReceiver : 'userBankInformationId';
    throw invalidInput([{ field, message: `Is an account in ${currency}; the payout is in ${fiat}` }]);
  }
  return resolvePayoutAccount(request, named, { country, details, prefix: 'userBankInformation', account });
}

/** @throws Problem if euro account details contain no country, and their IBAN is missing, malformed or from outside SEPA */
function resolveCountry(details: BankDetails, fiat: FiatCurrency): TargetCountry {
  const country = resolveOffRampCountry(details, fiat);
  const isServed = country !== undefined && isTargetCountry(country);
  const isByIban = country !== details.country && fiat === 'EUR';
  if (isServed && !(isByIban && accountNumberForm(country) !== 'IBAN')) return country;
  throw invalidInput([{ field: 'userBankInformation.iban', message: ibanViolation(details) }]);
}

type CreateRequest = Request<typeof contract>;

export const createOffRamp = idempotent({ contract, ...creationIdempotency }, (request, record, prefetched) =>
  createTransaction(request, { record, prefetched }, { accountChoice, compose, toResponse: toOffRampResponse }),
);

async function compose(request: CreateRequest, context: CreationContext) {
  const { body, caller } = request;
  const { quote, account } = context;
  // Report errors that do not depend on the quote before the error for an unknown quote.
  if (body.quoteId !== undefined && quote === undefined) assertAccountNamed(body, account, caller);
  const pair = resolvePair(request, 'OFF_RAMP', quote);
  const payout = await resolveAccount(request, pair.fiat, account);
  const { terms, sandboxRule } = await resolveTerms(request, quote, { ...pair, kind: 'OFF_RAMP' });
  if (sandboxRule === undefined) assertPayoutRange(terms.price.fiatAmount, payout.account.country, 'OFF_RAMP');
  const compliance = resolveCompliance(body, complianceFieldsFor(payout.account.country), request.nowMs);
  const counted = await context.count(terms.price.cryptoAmount);
  const created = newTransaction('OFF_RAMP', request, context);
  const next: OffRamp = {
    ...created,
    ...compliance,
    ...toRampFields(terms),
    depositAddress: await custody().depositAddressFor(created.id, terms.blockchain),
    bankAccount: payout.account,
    bankAccountId: payout.bankAccountId,
    executedAtMs: undefined,
    transactionHash: undefined,
    limitUses: counted.uses,
    travelRule: body.travelRule && true,
    invoiceKey: await storeInvoice(created, body.invoiceFile),
  };
  const travelRule = await travelRuleWrites(created, body.travelRule);
  return { next, sandboxRule, additionalWrites: [...payout.writes, ...counted.writes, ...travelRule] };
}
