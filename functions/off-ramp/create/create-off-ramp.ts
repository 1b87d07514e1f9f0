import { offRampView } from '#shared/api/views/transaction';
import { stage } from '#shared/config/environment';
import { newId } from '#shared/domain/ids';
import type { OffRamp } from '#shared/domain/transactions/transaction';
import type { Operation, Request } from '#shared/http/edge';
import { againWhenRaced, answerCreation, type CreationReply } from '#shared/operations/answer-creation';
import { checkPayoutRange } from '#shared/operations/corridor-rules';
import { readCreationFacts } from '#shared/operations/creation-facts';
import { keepInvoice } from '#shared/operations/keep-invoice';
import {
  isSandboxAmount,
  newRamp,
  orderedPair,
  orderedTerms,
  sandboxAmountOf,
} from '#shared/operations/order-ramp';
import { custodyOf } from '#shared/providers/custody/custody';
import { checkNamed, chosenAccount, factKeyOf } from './chosen-account';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;

/** Creates an off-ramp: one read of what the rules need, one atomic write of everything that follows. */
export const createOffRamp: Operation<typeof contract> = (request) =>
  againWhenRaced(request, () => create(request));

async function create(request: CreateRequest): Promise<CreationReply> {
  const { body, caller, idempotency, nowMs } = request;
  const { userId, quoteId } = body;
  const factKey = factKeyOf(body);
  const further = factKey === undefined ? [] : [factKey];
  const facts = await readCreationFacts({ caller, idempotency, nowMs, userId, quoteId, further });
  if ('replay' in facts) return { stored: facts.replay, replayed: true };
  // Faults that depend on no quote are reported before an unknown quote.
  if (quoteId !== undefined && facts.quote === undefined) checkNamed(body, facts.further[0], caller);
  const pair = orderedPair(body, facts.quote, { kind: 'OFF_RAMP', caller, nowMs });
  const payout = await chosenAccount(request, pair.fiat, { factKey, fact: facts.further[0] });
  const terms = await orderedTerms(body, facts.quote, { kind: 'OFF_RAMP', pair, caller, nowMs });
  if (!isSandboxAmount(terms, 'OFF_RAMP'))
    checkPayoutRange(terms.price.fiatAmount, payout.account.country, 'OFF_RAMP');
  const id = newId(nowMs);
  const ids = { id, partnerId: caller.partnerId, userId, quoteId: facts.quote?.id };
  const next: OffRamp = {
    ...newRamp(terms, ids, 'OFF_RAMP', nowMs),
    kind: 'OFF_RAMP',
    status: 'PENDING_PAYMENT',
    depositAddress: await custodyOf(stage()).depositAddressFor(id, terms.blockchain),
    bankAccount: payout.account,
    bankAccountId: payout.bankAccountId,
    executedAtMs: undefined,
    transactionHash: undefined,
    invoiceKey: await keepInvoice(ids, body.invoiceFile),
  };
  const sandboxAmount = sandboxAmountOf(terms, 'OFF_RAMP');
  return answerCreation({ ...facts, next, sandboxAmount, alongside: payout.writes }, offRampView(next));
}
