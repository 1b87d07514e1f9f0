import { badRequest } from '#shared/api/problems';
import { crossRampView } from '#shared/api/views/transaction';
import { stage } from '#shared/config/environment';
import { newId } from '#shared/domain/ids';
import { expiryMs } from '#shared/domain/transactions/apply';
import type { CrossRamp } from '#shared/domain/transactions/transaction';
import type { Operation, Request } from '#shared/http/edge';
import { answerCreation } from '#shared/operations/answer-creation';
import { type CreationFacts, readCreationFacts } from '#shared/operations/creation-facts';
import { checkCurrencies, checkRanges } from '#shared/operations/price-cross-ramp';
import { depositAccountFor } from '#shared/providers/pay-in/deposit-accounts';
import type { contract } from './contract';
import { checkedQuote, currenciesOf, type Priced, priced } from './pricing-basis';
import { checkedCountry, targetAccount } from './target-account';

type CreateRequest = Request<typeof contract>;

/**
 * Creates a cross-ramp: one read of everything the rules need, one atomic write of everything that follows.
 */
export const createCrossRamp: Operation<typeof contract> = async (request) => {
  const { body, caller, idempotency, nowMs } = request;
  const facts = await readCreationFacts({
    caller,
    idempotency,
    nowMs,
    userId: body.userId,
    quoteId: body.quoteId,
  });
  if ('replay' in facts) return { stored: facts.replay, replayed: true };
  const { next, given } = await composed(request, facts);
  const sandboxAmount = stage() === 'sandbox' && given.side === 'source' ? given.amount : undefined;
  return answerCreation({ ...facts, next, sandboxAmount }, crossRampView(next));
};

/** The transaction that a request asks for, when every rule holds. The rules are told in this order. */
async function composed(
  request: CreateRequest,
  facts: CreationFacts,
): Promise<{ next: CrossRamp; given: Priced['given'] }> {
  const { body, caller, nowMs } = request;
  if (body.targetBankAccount === undefined && body.targetBankAccountId === undefined) {
    throw badRequest('Either targetBankAccount or targetBankAccountId must be provided');
  }
  const { source, target } = currenciesOf(body, facts.quote);
  const country = checkedCountry(body, target);
  checkCurrencies(source, target, caller);
  const targetBankAccount = targetAccount(body, country);
  const quote = body.quoteId === undefined ? undefined : checkedQuote(body, facts.quote, nowMs);
  const { given, price, premium } = await priced(body, quote, caller, nowMs);
  checkRanges(given, price, country, caller.agreement);
  const id = newId(nowMs);
  const sourceBankAccount = depositAccountFor(stage(), source, id);
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
    quoteId: quote?.id,
    sourceBankAccount,
    targetBankAccount,
    targetRail: body.targetRail ?? quote?.targetRail ?? 'LOCAL',
    reference: body.reference,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    deadlineMs: nowMs + expiryMs.CROSS_RAMP,
    completedAtMs: undefined,
    cancellationReason: undefined,
    payoutReturn: undefined,
    refundHeld: undefined,
  };
  return { next, given };
}
