import { badRequest, Problem } from '#shared/api/problems';
import { crossRampView } from '#shared/api/views/cross-ramp';
import { stage } from '#shared/config/environment';
import type { CrossRampQuote } from '#shared/domain/cross-ramp/quote';
import { newId } from '#shared/domain/ids';
import { CROSS_RAMP_EXPIRY_MS, type CrossRamp } from '#shared/domain/transactions/cross-ramp';
import { crossRampInitial } from '#shared/domain/transactions/transition-table';
import type { Operation, Request } from '#shared/http/edge';
import { successBody } from '#shared/http/responses';
import { ownUser } from '#shared/operations/ownership';
import { checkCurrencies, checkRanges } from '#shared/operations/price-cross-ramp';
import { replayOf } from '#shared/operations/replay';
import { depositAccountFor } from '#shared/providers/pay-in/deposit-accounts';
import type { contract } from './contract';
import { checkedQuote, currenciesOf, type Priced, priced, quoteUsed } from './pricing-basis';
import { commit, type Facts, readFacts } from './records';
import { checkedCountry, targetAccount } from './target-account';

type CreateRequest = Request<typeof contract>;

/**
 * Creates a cross-ramp: one read of everything the rules need, one atomic write of everything that follows.
 * A replay is answered before any rule, so that it holds after the quote has expired.
 */
export const createCrossRamp: Operation<typeof contract> = async (request) => {
  const { caller, nowMs } = request;
  const facts = await readFacts(request);
  const user = ownUser(facts.user, caller);
  const replay = replayOf(facts.scope, facts.record, nowMs);
  if (replay !== undefined) return { stored: replay, replayed: true };
  if (user.kycStatus !== 'VERIFIED') {
    throw new Problem(
      'USER_NOT_VERIFIED_ERROR',
      'User is not allowed to perform the operations because has not completed the KYC verification.',
    );
  }
  const transaction = await composed(request, facts);
  const answer = { status: 201, text: successBody(crossRampView(transaction.next)) };
  const outcome = await commit({ ...transaction, user, answer, facts, nowMs });
  if (outcome === 'quote-spent') throw quoteUsed();
  if (outcome === 'committed') return { stored: answer, replayed: false };
  // Another request with the same key was faster: its answer is the answer.
  const winner = replayOf(facts.scope, outcome.record, nowMs);
  if (winner === undefined) throw new Error('The idempotency record that refused the write does not hold');
  return { stored: winner, replayed: true };
};

/** The transaction that a request asks for, when every rule holds. The rules are told in this order. */
async function composed(
  request: CreateRequest,
  facts: Facts,
): Promise<{ next: CrossRamp; basis: Priced; quote: CrossRampQuote | undefined }> {
  const { body, caller, nowMs } = request;
  if (body.targetBankAccount === undefined && body.targetBankAccountId === undefined) {
    throw badRequest('Either targetBankAccount or targetBankAccountId must be provided');
  }
  const { source, target } = currenciesOf(body, facts.quote);
  const country = checkedCountry(body, target);
  checkCurrencies(source, target, caller);
  const bankAccount = targetAccount(body, country);
  const quote = body.quoteId === undefined ? undefined : checkedQuote(body, facts.quote, nowMs);
  const basis = await priced(body, quote, caller, nowMs);
  checkRanges(basis.given, basis.price, country, caller.agreement);
  const id = newId(nowMs);
  const deposit = depositAccountFor(stage(), source, id);
  if (deposit === undefined) {
    throw badRequest(
      `Cannot create transaction: No supported banks configured for user with id ${body.userId}`,
    );
  }
  const next: CrossRamp = {
    kind: 'CROSS_RAMP',
    id,
    partnerId: caller.partnerId,
    userId: body.userId,
    status: crossRampInitial,
    version: 1,
    sequence: 1,
    ...basis.price,
    premiumSpread: basis.premium,
    quoteId: quote?.id,
    sourceBankAccount: deposit,
    targetBankAccount: bankAccount,
    targetRail: body.targetRail ?? quote?.targetRail ?? 'LOCAL',
    reference: body.reference,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: nowMs + CROSS_RAMP_EXPIRY_MS,
    completedAtMs: undefined,
    cancellationReason: undefined,
    payoutReturn: undefined,
  };
  return { next, basis, quote };
}
