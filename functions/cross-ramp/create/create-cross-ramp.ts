import { accountOfAnotherOwner, badRequest, invalidInput, Problem, signaturesMissing } from '#shared/api/problems';
import { guessCurrency, ibanViolation, resolveTargetCountry } from '#shared/bank-accounts/domain/bank-account';
import type { BankAccountRecord } from '#shared/bank-accounts/domain/bank-account-record';
import { resolveCompliance } from '#shared/corridors/compliance-request';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import { corridorFor, isTargetCountry, type TargetCountry } from '#shared/corridors/domain/payout-zones';
import { assertFiatRange, assertInvoice, assertPayoutRange } from '#shared/corridors/payout-rules';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { Request } from '#shared/handlers/partner-endpoint';
import { rangeFor } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import { assertCurrencyPair } from '#shared/quotes/price-cross-ramp';
import { sandboxRuleFor } from '#shared/quotes/sandbox-rule';
import {
  type CreationContext,
  createTransaction,
  creationIdempotency,
  findNamedAccount,
  newTransaction,
  resolvePayoutAccount,
} from '#shared/transactions/create/create-transaction';
import { requireDepositAccount } from '#shared/transactions/create/deposit-accounts';
import type { AccountChoice, AccountRead } from '#shared/transactions/create/repository';
import { toCrossRampResponse } from '#shared/transactions/create/response';
import { storeInvoice } from '#shared/transactions/create/store-invoice';
import type { CrossRamp } from '#shared/transactions/domain/transaction';
import type { User } from '#shared/users/domain/user';
import type { FiatCurrency } from '#shared/values/money/currency';
import { contract } from './contract';
import { priceOrder, requireUsableQuote, resolveCurrencies } from './price-order';

type CreateRequest = Request<typeof contract>;

export const createCrossRamp = idempotent({ contract, ...creationIdempotency }, (request, record, prefetched) =>
  createTransaction(request, { record, prefetched }, { accountChoice, compose, toResponse: toCrossRampResponse }),
);

async function compose(request: CreateRequest, context: CreationContext) {
  const { body, caller, nowMs } = request;
  const { account } = context;
  const named = await requireAccount(request, account);
  const pair = resolveCurrencies(body, context.quote);
  const { source, target } = pair;
  const country = resolveCountry(body, target, named?.details.country);
  assertCurrencyPair(pair, caller);
  const inline = { country, details: body.targetBankAccount, prefix: 'targetBankAccount', account };
  const payout = await resolvePayoutAccount(request, named, inline);
  const quote = body.quoteId === undefined ? undefined : requireUsableQuote(context.quote, nowMs);
  const { fixedAmount, price, premiumSpread, warnings } = await priceOrder(request, quote, pair);
  const sandboxRule = sandboxRuleFor('CROSS_RAMP', fixedAmount);
  if (sandboxRule === undefined) {
    const { amount } = fixedAmount;
    assertFiatRange(amount, rangeFor(caller.agreement, amount.currency, stage()), 'CROSS_RAMP');
    assertPayoutRange(price.targetAmount, country, 'CROSS_RAMP');
  }
  const compliance = resolveCompliance(body, complianceFieldsFor(country), nowMs);
  const allSigned = requireSignatures(context.user, source, target);
  const counted = await context.count(price.sourceAmount);
  const created = newTransaction('CROSS_RAMP', request, context);
  const next: CrossRamp = {
    ...created,
    ...compliance,
    ...price,
    premiumSpread,
    warnings,
    sourceBankAccount: await requireDepositAccount(source, created),
    targetBankAccount: payout.account,
    bankAccountId: payout.bankAccountId,
    targetRail: body.targetRail ?? (quote?.kind === 'CROSS_RAMP' ? quote.targetRail : 'LOCAL'),
    reference: body.reference,
    limitUses: counted.uses,
    invoiceKey: await storeInvoice(created, body.invoiceFile),
  };
  return { next, sandboxRule, allSigned, additionalWrites: [...payout.writes, ...counted.writes] };
}

/**
 * Checks that all stored owners of a business have signed a declaration if the business sends or receives pesos.
 * @returns true if the write must repeat the check, because another request may add an owner before the write
 * @throws Problem if an owner has not signed
 */
function requireSignatures(user: User, source: FiatCurrency, target: FiatCurrency): boolean {
  if (user.type !== 'BUSINESS' || (source !== 'MXN' && target !== 'MXN')) return false;
  if (user.unsignedOwners > 0) throw signaturesMissing();
  return true;
}

type Body = CreateRequest['body'];

/** Returns the country of the payout and checks the rules of this country. @throws Problem */
function resolveCountry(body: Body, targetCurrency: FiatCurrency, saved: TargetCountry | undefined): TargetCountry {
  const country = namedCountry(body, targetCurrency, saved);
  if (!isTargetCountry(country))
    throw badRequest('COUNTRY_NOT_SUPPORTED', `Unsupported country for cross-ramp: ${country}`);
  if (saved !== undefined && country !== saved)
    throw badRequest(
      'COUNTRY_MISMATCH',
      `Target country must match target bank account country: expected ${saved}, got ${country}`,
    );
  assertInvoice(country, body.invoiceFile);
  if (corridorFor(country).currency !== targetCurrency) {
    throw badRequest(
      'CURRENCY_MISMATCH',
      `Target currency must match target bank account currency: expected ${corridorFor(country).currency}, got ${targetCurrency}`,
    );
  }
  return country;
}

/** @throws Problem if only the IBAN can specify the country, and the IBAN is missing or malformed */
function namedCountry(body: Body, currency: FiatCurrency, saved: TargetCountry | undefined): string {
  const { targetCountry, targetBankAccount } = body;
  const country =
    saved === undefined ? resolveTargetCountry(targetCountry, targetBankAccount, currency) : (targetCountry ?? saved);
  if (country !== undefined) return country;
  throw invalidInput([{ field: 'targetBankAccount.iban', message: ibanViolation(targetBankAccount) }]);
}

/**
 * Returns the requested saved account or the receiver's newest account; `undefined` if the request contains account details.
 * A saved account of another partner causes the same error as a saved account of another user.
 * @throws Problem
 */
async function requireAccount(
  { body, caller }: CreateRequest,
  account: AccountRead,
): Promise<BankAccountRecord | undefined> {
  try {
    const named = await findNamedAccount(accountChoice(body), account, caller);
    if (named !== undefined || body.targetBankAccount !== undefined) return named;
  } catch (error) {
    const isForeign = error instanceof Problem && error.code === 'USER_BANK_INFO_ACCESS_DENIED';
    throw isForeign && body.targetBankAccountId !== undefined ? accountOfAnotherOwner(error) : error;
  }
  throw badRequest('BANK_ACCOUNT_REQUIRED', 'Either targetBankAccount or targetBankAccountId must be provided');
}

/** Returns the account fields of the request. Guesses a missing currency, because the quote that contains it is read later. */
function accountChoice(body: Body): AccountChoice {
  const { userId, targetBankAccountId, receiverId, targetBankAccount, targetCountry, targetCurrency } = body;
  const details = targetBankAccount ?? {};
  return {
    userId,
    savedId: targetBankAccountId,
    details: targetBankAccount,
    country: resolveTargetCountry(targetCountry, details, targetCurrency ?? guessCurrency(details)),
    receiverId,
  };
}
