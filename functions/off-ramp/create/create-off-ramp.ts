import { assertPayoutRange } from '#shared/corridors/payout-rules';
import type { Operation, Request } from '#shared/http/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { custodyFor } from '#shared/providers/custody/configured';
import {
  commitAndRespond,
  retryCreation,
  type StoredResponse,
} from '#shared/transactions/create/commit-and-respond';
import { readCreationContext } from '#shared/transactions/create/read-context';
import { toOffRampResponse } from '#shared/transactions/create/response';
import { storeInvoice } from '#shared/transactions/create/store-invoice';
import type { OffRamp } from '#shared/transactions/domain/transaction';
import {
  findSandboxAmount,
  isSandboxOrder,
  newRampFields,
  resolvePair,
  resolveTerms,
} from '#shared/transactions/ramp/order-ramp';
import { newId } from '#shared/values/ids';
import { assertAccountNamed, lookupKeyFor, resolveAccount } from './bank-account';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;

/** Creates an off-ramp: one read of what the rules need, one atomic write of everything that follows. */
export const createOffRamp: Operation<typeof contract> = (request) =>
  retryCreation(request, () => create(request));

async function create(request: CreateRequest): Promise<StoredResponse> {
  const { body, caller, idempotency, nowMs } = request;
  const { userId, quoteId } = body;
  const lookupKey = lookupKeyFor(body);
  const extraKeys = lookupKey === undefined ? [] : [lookupKey];
  const context = await readCreationContext({ caller, idempotency, nowMs, userId, quoteId, extraKeys });
  if ('replay' in context) return { stored: context.replay, replayed: true };
  // Errors that do not depend on the quote are reported before an unknown quote.
  if (quoteId !== undefined && context.quote === undefined)
    assertAccountNamed(body, context.extraItems[0], caller);
  const pair = resolvePair(body, context.quote, { kind: 'OFF_RAMP', caller, nowMs });
  const payout = await resolveAccount(request, pair.fiat, { lookupKey, accountItem: context.extraItems[0] });
  const terms = await resolveTerms(body, context.quote, { kind: 'OFF_RAMP', pair, caller, nowMs });
  if (!isSandboxOrder(terms, 'OFF_RAMP'))
    assertPayoutRange(terms.price.fiatAmount, payout.account.country, 'OFF_RAMP');
  const id = newId(nowMs);
  const ids = { id, partnerId: caller.partnerId, userId, quoteId: context.quote?.id };
  const next: OffRamp = {
    ...newRampFields(terms, ids, 'OFF_RAMP', nowMs),
    kind: 'OFF_RAMP',
    status: 'PENDING_PAYMENT',
    depositAddress: await custodyFor(stage()).depositAddressFor(id, terms.blockchain),
    bankAccount: payout.account,
    bankAccountId: payout.bankAccountId,
    executedAtMs: undefined,
    transactionHash: undefined,
    invoiceKey: await storeInvoice(ids, body.invoiceFile),
  };
  const sandboxAmount = findSandboxAmount(terms, 'OFF_RAMP');
  return commitAndRespond(
    { ...context, next, sandboxAmount, additionalWrites: payout.writes },
    toOffRampResponse(next),
  );
}
