import { badRequest } from '#shared/api/problems';
import { crossRampView } from '#shared/api/views/transaction';
import { stage } from '#shared/config/environment';
import type { Key } from '#shared/data/keys';
import { newId } from '#shared/domain/ids';
import type { Quote } from '#shared/domain/quotes/quote';
import { expiryMs } from '#shared/domain/transactions/apply';
import type { CrossRamp } from '#shared/domain/transactions/transaction';
import type { Operation, Request } from '#shared/http/edge';
import { againWhenRaced, answerCreation, type CreationReply } from '#shared/operations/answer-creation';
import { type CreationFacts, readCreationFacts } from '#shared/operations/creation-facts';
import { keepInvoice } from '#shared/operations/keep-invoice';
import { type PayoutAccount, recordAsPayout } from '#shared/operations/payout-account';
import { checkCurrencies, checkRanges } from '#shared/operations/price-cross-ramp';
import { signatureGate } from '#shared/operations/signature-gate';
import { depositAccountFor } from '#shared/providers/pay-in/deposit-accounts';
import type { contract } from './contract';
import { checkedQuote, checkQuotedCurrencies, currenciesOf, type Priced, priced } from './pricing-basis';
import { checkedCountry, detailedAccount, factKeyOf, namedAccount } from './target-account';

type CreateRequest = Request<typeof contract>;

/**
 * Creates a cross-ramp: one read of everything the rules need, one atomic write of everything that follows.
 */
export const createCrossRamp: Operation<typeof contract> = (request) =>
  againWhenRaced(request, () => create(request));

async function create(request: CreateRequest): Promise<CreationReply> {
  const { body, caller, idempotency, nowMs } = request;
  const factKey = factKeyOf(body);
  const facts = await readCreationFacts({
    caller,
    idempotency,
    nowMs,
    userId: body.userId,
    quoteId: body.quoteId,
    further: factKey === undefined ? [] : [factKey],
  });
  if ('replay' in facts) return { stored: facts.replay, replayed: true };
  const { next: order, given, allSigned, writes } = await composed(request, facts, factKey);
  const next: CrossRamp = { ...order, invoiceKey: await keepInvoice(order, body.invoiceFile) };
  const sandboxAmount = stage() === 'sandbox' && given.side === 'source' ? given.amount : undefined;
  return answerCreation({ ...facts, next, sandboxAmount, allSigned, alongside: writes }, crossRampView(next));
}

/** The transaction that a request asks for, when every rule holds. The first rule that is broken, in this order, is the answer. */
async function composed(
  request: CreateRequest,
  facts: CreationFacts,
  factKey: Key | undefined,
): Promise<{ next: CrossRamp; given: Priced['given']; allSigned: boolean; writes: PayoutAccount['writes'] }> {
  const { body, caller, nowMs } = request;
  const fact = facts.further[0];
  const named = await namedAccount(request, fact);
  checkQuotedCurrencies(body, facts.quote);
  const { source, target } = currenciesOf(body, facts.quote);
  const country = checkedCountry(body, target, named?.details.country);
  checkCurrencies(source, target, caller);
  const payout = named ? recordAsPayout(named) : await detailedAccount(request, country, { factKey, fact });
  const quote = body.quoteId === undefined ? undefined : checkedQuote(facts.quote, nowMs);
  const { given, price, premium, warnings } = await priced(body, quote, caller, nowMs);
  checkRanges(given, price, country, caller.agreement);
  const allSigned = signatureGate(facts.user, source, target);
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
    deadlineMs: nowMs + expiryMs.CROSS_RAMP,
    completedAtMs: undefined,
    cancellationReason: undefined,
    payoutReturn: undefined,
    refundHeld: undefined,
    surplusDeposits: [],
  };
  return { next, given, allSigned, writes: payout.writes };
}

function quotedRail(quote: Quote | undefined): CrossRamp['targetRail'] | undefined {
  return quote?.kind === 'CROSS_RAMP' ? quote.targetRail : undefined;
}
