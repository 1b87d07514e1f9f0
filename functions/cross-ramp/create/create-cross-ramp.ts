import { signaturesMissing } from '#shared/api/problems';
import { resolveCompliance } from '#shared/corridors/compliance-request';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import { assertFiatRange, assertPayoutRange } from '#shared/corridors/payout-rules';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import type { Request } from '#shared/http/partner-endpoint';
import { rangeFor } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import { assertCurrencyPair } from '#shared/quotes/price-cross-ramp';
import {
  type CreationContext,
  createTransaction,
  creationIdempotency,
  newTransaction,
} from '#shared/transactions/create/create-transaction';
import { requireDepositAccount } from '#shared/transactions/create/deposit-account';
import { toCrossRampResponse } from '#shared/transactions/create/response';
import { storeInvoice } from '#shared/transactions/create/store-invoice';
import type { CrossRamp } from '#shared/transactions/domain/transaction';
import { resolvePayoutAccount } from '#shared/transactions/payouts/payout-account';
import { sandboxRuleFor } from '#shared/transactions/sandbox-rule';
import type { User } from '#shared/users/domain/user';
import type { FiatCurrency } from '#shared/values/money/currency';
import { contract } from './contract';
import { priceOrder, requireUsableQuote, resolveCurrencies } from './price-order';
import { accountChoice, requireAccount, resolveCountry } from './target-account';

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
 * A business that sends or receives pesos needs the signed declaration of each of its stored beneficial owners.
 * The user's item counts the owners that have not signed; a business without owners passes.
 *
 * @returns whether the creation's write needs this condition too: an owner may be added in between
 * @throws Problem when an owner has not signed
 */
function requireSignatures(user: User, source: FiatCurrency, target: FiatCurrency): boolean {
  if (user.type !== 'BUSINESS' || (source !== 'MXN' && target !== 'MXN')) return false;
  if (user.unsignedOwners > 0) throw signaturesMissing();
  return true;
}
