import { badRequest } from '#shared/api/problems';
import type { RecordKey } from '#shared/dynamodb/keys';
import type { Operation, Request } from '#shared/http/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { depositAccountFor } from '#shared/providers/pay-in/configured';
import { assertAmountRanges, assertCurrencyPair } from '#shared/quotes/cross-ramp/price-cross-ramp';
import type { Quote } from '#shared/quotes/domain/quote';
import {
  commitAndRespond,
  retryCreation,
  type StoredResponse,
} from '#shared/transactions/create/commit-and-respond';
import { type CreationContext, readCreationContext } from '#shared/transactions/create/read-context';
import { toCrossRampResponse } from '#shared/transactions/create/response';
import { requireSignatures } from '#shared/transactions/create/signature-requirement';
import { storeInvoice } from '#shared/transactions/create/store-invoice';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { CrossRamp } from '#shared/transactions/domain/transaction';
import { type PayoutAccount, toPayoutAccount } from '#shared/transactions/payouts/payout-account';
import { newId } from '#shared/values/ids';
import type { contract } from './contract';
import {
  assertQuotedCurrencies,
  type PricedOrder,
  priceOrder,
  requireUsableQuote,
  resolveCurrencies,
} from './price-order';
import { findNamedAccount, lookupKeyFor, resolveCountry, resolveDetailedAccount } from './target-account';

type CreateRequest = Request<typeof contract>;

/**
 * Creates a cross-ramp: one read of everything the rules need, one atomic write of everything that follows.
 */
export const createCrossRamp: Operation<typeof contract> = (request) =>
  retryCreation(request, () => create(request));

async function create(request: CreateRequest): Promise<StoredResponse> {
  const { body, caller, idempotency, nowMs } = request;
  const lookupKey = lookupKeyFor(body);
  const context = await readCreationContext({
    caller,
    idempotency,
    nowMs,
    userId: body.userId,
    quoteId: body.quoteId,
    extraKeys: lookupKey === undefined ? [] : [lookupKey],
  });
  if ('replay' in context) return { stored: context.replay, replayed: true };
  const { next: order, fixedAmount, allSigned, writes } = await composeOrder(request, context, lookupKey);
  const next: CrossRamp = { ...order, invoiceKey: await storeInvoice(order, body.invoiceFile) };
  const sandboxAmount =
    stage() === 'sandbox' && fixedAmount.side === 'source' ? fixedAmount.amount : undefined;
  return commitAndRespond(
    { ...context, next, sandboxAmount, allSigned, additionalWrites: writes },
    toCrossRampResponse(next),
  );
}

/** The requested transaction. The rules are checked in this order, and the first broken one is the answer. */
async function composeOrder(
  request: CreateRequest,
  context: CreationContext,
  lookupKey: RecordKey | undefined,
): Promise<{
  next: CrossRamp;
  fixedAmount: PricedOrder['fixedAmount'];
  allSigned: boolean;
  writes: PayoutAccount['writes'];
}> {
  const { body, caller, nowMs } = request;
  const accountItem = context.extraItems[0];
  const named = await findNamedAccount(request, accountItem);
  assertQuotedCurrencies(body, context.quote);
  const { source, target } = resolveCurrencies(body, context.quote);
  const country = resolveCountry(body, target, named?.details.country);
  assertCurrencyPair(source, target, caller);
  const payout = named
    ? toPayoutAccount(named)
    : await resolveDetailedAccount(request, country, { lookupKey, accountItem });
  const quote = body.quoteId === undefined ? undefined : requireUsableQuote(context.quote, nowMs);
  const { fixedAmount, price, premium, warnings } = await priceOrder(body, quote, caller, nowMs);
  assertAmountRanges(fixedAmount, price, country, caller.agreement);
  const allSigned = requireSignatures(context.user, source, target);
  const id = newId(nowMs);
  const sourceBankAccount = await depositAccountFor(stage(), source, id);
  if (sourceBankAccount === undefined) {
    throw badRequest(
      `Cannot create transaction: No supported banks configured for user with id ${body.userId}`,
    );
  }
  const next: CrossRamp = {
    kind: 'CROSS_RAMP',
    id,
    partnerId: caller.partnerId,
    userId: body.userId,
    status: 'PENDING',
    version: 1,
    sequence: 1,
    ...price,
    premiumSpread: premium,
    warnings,
    quoteId: quote?.id,
    sourceBankAccount,
    targetBankAccount: payout.account,
    bankAccountId: payout.bankAccountId,
    targetRail: body.targetRail ?? quotedRail(quote) ?? 'LOCAL',
    reference: body.reference,
    invoiceKey: undefined,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    deadlineMs: nowMs + kindFacts.CROSS_RAMP.expiryMs,
    completedAtMs: undefined,
    cancellationReason: undefined,
    payoutReturn: undefined,
    refundHeld: undefined,
    surplusDeposits: [],
  };
  return { next, fixedAmount, allSigned, writes: payout.writes };
}

function quotedRail(quote: Quote | undefined): CrossRamp['targetRail'] | undefined {
  return quote?.kind === 'CROSS_RAMP' ? quote.targetRail : undefined;
}
