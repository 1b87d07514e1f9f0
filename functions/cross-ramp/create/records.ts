/** The one read and the one write of a creation. */
import { wholeNumber } from '#shared/config/environment';
import {
  type IdempotencyScope,
  idempotencyRecordKey,
  type StoredAnswer,
  storeAnswer,
} from '#shared/data/idempotency';
import { decodeQuote } from '#shared/data/items/quote';
import { decodeUser } from '#shared/data/items/user';
import { type Key, quoteKey, userKey, webhookSettingsKey } from '#shared/data/keys';
import { notificationWrites } from '#shared/data/notifications';
import { spendQuote } from '#shared/data/quotes';
import { ConditionsFailed, type RawItem, readItems, writeAtomically } from '#shared/data/table';
import { creationWrites, startSimulation } from '#shared/data/transactions';
import { delivers } from '#shared/data/webhook-settings';
import type { CrossRampQuote } from '#shared/domain/cross-ramp/quote';
import { moneyText } from '#shared/domain/money/money';
import { crossRampPayload } from '#shared/domain/notifications/notification';
import type { CrossRamp } from '#shared/domain/transactions/cross-ramp';
import type { User } from '#shared/domain/users/user';
import type { Request } from '#shared/http/edge';
import { isSandboxAmount } from '#shared/operations/price-cross-ramp';
import type { contract } from './contract';
import type { Priced } from './pricing-basis';

/** What is on record about a request. */
export interface Facts {
  readonly user: User | undefined;
  /** The caller's quote; another partner's is as unknown as one that is not there. */
  readonly quote: CrossRampQuote | undefined;
  readonly scope: IdempotencyScope | undefined;
  readonly record: RawItem | undefined;
  /** Whether the partner has a webhook URL at this moment. */
  readonly delivers: boolean;
}

/** Reads all of it at once, consistently. */
export async function readFacts({ caller, body, idempotency }: Request<typeof contract>): Promise<Facts> {
  const scope =
    idempotency === undefined
      ? undefined
      : { ...idempotency, partnerId: caller.partnerId, userId: body.userId };
  const keys: Record<'user' | 'settings', Key> & Partial<Record<'quote' | 'record', Key>> = {
    user: userKey(body.userId),
    settings: webhookSettingsKey(caller.partnerId),
    ...(body.quoteId === undefined ? {} : { quote: quoteKey(body.quoteId) }),
    ...(scope === undefined ? {} : { record: idempotencyRecordKey(scope) }),
  };
  const names = Object.keys(keys);
  const items = await readItems(Object.values(keys));
  const item = (name: string) => items[names.indexOf(name)];
  const quote = item('quote');
  const user = item('user');
  return {
    user: user && decodeUser(user),
    quote: quote?.partnerId === caller.partnerId ? decodeQuote(quote) : undefined,
    scope,
    record: item('record'),
    delivers: delivers(item('settings')),
  };
}

export interface Creation {
  readonly next: CrossRamp;
  readonly basis: Priced;
  readonly quote: CrossRampQuote | undefined;
  readonly user: User;
  readonly answer: StoredAnswer;
  readonly facts: Facts;
  readonly nowMs: number;
}

/**
 * Writes a creation: the idempotency record, the quote's use, the transaction, its notification and, for a
 * sandbox amount, its simulation. All of it or none.
 */
export async function commit(
  creation: Creation,
): Promise<'committed' | 'quote-spent' | { readonly record: RawItem | undefined }> {
  const { next, basis, quote, user, answer, facts, nowMs } = creation;
  const record = facts.scope === undefined ? [] : [storeAnswer(facts.scope, answer, nowMs)];
  const spending = quote === undefined ? [] : [spendQuote(quote.id, next.id)];
  const simulation = isSandboxAmount(basis.given)
    ? [
        startSimulation({
          transactionId: next.id,
          partnerId: next.partnerId,
          amount: moneyText(basis.given.amount),
          done: 0,
          dueAtMs: nowMs + wholeNumber('SANDBOX_STEP_MS'),
        }),
      ]
    : [];
  try {
    await writeAtomically([
      ...record,
      ...spending,
      ...creationWrites(next),
      ...notificationWrites({
        subject: { kind: 'TX', id: next.id },
        sequence: next.sequence,
        partnerId: next.partnerId,
        event: 'CREATED_CROSS_RAMP',
        payload: crossRampPayload('CREATED_CROSS_RAMP', next, user),
        deliver: facts.delivers,
        atMs: nowMs,
      }),
      ...simulation,
    ]);
    return 'committed';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const refused = record.length > 0 ? error.at(0) : undefined;
    if (refused !== undefined) return { record: refused.item };
    if (spending.length > 0 && error.at(record.length) !== undefined) return 'quote-spent';
    throw error;
  }
}
