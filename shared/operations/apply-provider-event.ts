import { decodeCrossRamp } from '#shared/data/items/transaction';
import { decodeUser } from '#shared/data/items/user';
import { providerEventKey, transactionKey, userKey, webhookSettingsKey } from '#shared/data/keys';
import { notificationWrites } from '#shared/data/notifications';
import { ConditionsFailed, readItems, type WriteAction, writeAtomically } from '#shared/data/table';
import { type ProviderEventRecord, recordProviderEvent, transitionWrites } from '#shared/data/transactions';
import { delivers } from '#shared/data/webhook-settings';
import { crossRampPayload } from '#shared/domain/notifications/notification';
import { applyOccurrence, type CrossRamp, type Transition } from '#shared/domain/transactions/cross-ramp';
import type { Trigger } from '#shared/domain/transactions/transition-table';

/** Something a provider reports of a transaction. The same `eventId` is applied once, however often it comes. */
export interface ProviderEvent {
  readonly provider: string;
  readonly eventId: string;
  readonly transactionId: string;
  readonly trigger: Trigger;
  readonly reason?: string | undefined;
  /** Epoch ms. */
  readonly atMs: number;
}

export type ProviderEventOutcome = 'applied' | 'refused' | 'repeated';

/** Rounds in which a transition meets another one on the same transaction. */
const ROUNDS = 5;

/**
 * Runs a provider event through the state machine. Everything that follows from it, `alongside` included,
 * is one write. An event that the status has no edge for changes nothing and is recorded as refused.
 *
 * @throws Error when the transaction does not exist, or keeps changing
 */
export async function applyProviderEvent(
  event: ProviderEvent,
  alongside: (outcome: 'applied' | 'refused') => WriteAction[] = () => [],
): Promise<ProviderEventOutcome> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [stored, earlier] = await readItems([
      transactionKey(event.transactionId),
      providerEventKey(event.transactionId, event.provider, event.eventId),
    ]);
    if (stored === undefined) throw new Error('A provider event for a transaction that does not exist');
    if (earlier !== undefined) return 'repeated';
    const transaction = decodeCrossRamp(stored);
    const transition = applyOccurrence(transaction, event);
    const outcome = transition === undefined ? 'refused' : 'applied';
    const consequences = transition === undefined ? [] : await consequencesOf(transaction, transition, event);
    try {
      await writeAtomically([
        ...consequences,
        recordProviderEvent(recordOf(event, transaction, outcome)),
        ...alongside(outcome),
      ]);
      return outcome;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
    }
  }
  throw new Error('A transaction changes faster than its events can be applied');
}

async function consequencesOf(
  transaction: CrossRamp,
  transition: Transition,
  event: ProviderEvent,
): Promise<WriteAction[]> {
  const writes = transitionWrites(transaction, transition, `${event.provider}:${event.eventId}`);
  const { edge, next } = transition;
  if (edge.event === null) return writes;
  const [user, settings] = await readItems([userKey(next.userId), webhookSettingsKey(next.partnerId)]);
  return [
    ...writes,
    ...notificationWrites({
      subject: { kind: 'TX', id: next.id },
      sequence: next.sequence,
      partnerId: next.partnerId,
      event: edge.event,
      payload: crossRampPayload(edge.event, next, decodeUser(user)),
      deliver: delivers(settings),
      atMs: next.updatedAtMs,
    }),
  ];
}

function recordOf(
  event: ProviderEvent,
  transaction: CrossRamp,
  outcome: 'applied' | 'refused',
): ProviderEventRecord {
  return {
    transactionId: event.transactionId,
    provider: event.provider,
    eventId: event.eventId,
    trigger: event.trigger,
    outcome: outcome === 'applied' ? 'APPLIED' : 'REFUSED',
    status: transaction.status,
    atMs: event.atMs,
  };
}
