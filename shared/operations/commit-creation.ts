/** The one write of a creation, whatever is created. */
import { wholeNumber } from '#shared/config/environment';
import { type IdempotencyScope, type StoredAnswer, storeAnswer } from '#shared/data/idempotency';
import { notificationWrites } from '#shared/data/notifications';
import { spendQuote } from '#shared/data/quotes';
import {
  AnswerExists,
  ConditionsFailed,
  type RawItem,
  type WriteAction,
  writeAtomically,
} from '#shared/data/table';
import { creationWrites, storeSimulation } from '#shared/data/transactions';
import { whileVerified } from '#shared/data/users';
import type { Money } from '#shared/domain/money/money';
import type { EventName } from '#shared/domain/notifications/events';
import { transactionPayload } from '#shared/domain/notifications/notification';
import { sandboxRuleOf } from '#shared/domain/sandbox/amounts';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { stateMachines } from '#shared/domain/transactions/transition-table';
import type { User } from '#shared/domain/users/user';
import { crashPoint } from '#shared/observability/crash-point';

export interface Creation {
  readonly next: Transaction;
  readonly user: User;
  readonly answer: StoredAnswer;
  /** The idempotency claim, where the request made one. */
  readonly scope: IdempotencyScope | undefined;
  /** Whether an event is sent by the partner's webhook settings of this moment. */
  readonly delivers: (event: EventName) => boolean;
  /** What the caller gave on the paying side, where it may be a sandbox amount. */
  readonly sandboxAmount: Money | undefined;
  /** Whether every beneficial owner of the user must have signed. @default false */
  readonly allSigned?: boolean;
  /** What else belongs to this creation, such as the bank account it saves. */
  readonly alongside?: readonly WriteAction[];
}

/** How a write went: done, refused by a spent quote, beaten by a request with the same key, or met by another change. */
export type CreationOutcome = 'committed' | 'quote-spent' | 'raced' | { readonly record: RawItem };

/**
 * Writes the idempotency record, the quote's use, the transaction, its notification and, for a sandbox amount,
 * its simulation. All of it or none, and only while the user is verified (contract, Names and people): one who is
 * rejected between the read and the write makes the creation race, and its next read refuses it.
 */
export async function commitCreation(creation: Creation): Promise<CreationOutcome> {
  const { next, user, answer, scope, delivers, allSigned = false, alongside = [] } = creation;
  const record = scope === undefined ? [] : [storeAnswer(scope, answer, next.createdAtMs)];
  const spending = next.quoteId === undefined ? [] : [spendQuote(next.quoteId, next.id)];
  const event = stateMachines[next.kind].created;
  try {
    crashPoint('api.beforeTx');
    await writeAtomically([
      ...record,
      ...spending,
      ...creationWrites(next),
      ...notificationWrites({
        subject: { kind: 'TX', id: next.id },
        sequence: next.sequence,
        partnerId: next.partnerId,
        event,
        userId: next.userId,
        payload: transactionPayload(event, next, user),
        deliver: delivers(event),
        atMs: next.createdAtMs,
      }),
      ...simulationOf(creation),
      ...alongside,
      whileVerified(user.id, { allSigned }),
    ]);
    crashPoint('api.afterTx');
    return 'committed';
  } catch (error) {
    if (error instanceof AnswerExists) return { record: error.record };
    if (!(error instanceof ConditionsFailed)) throw error;
    if (spending.length > 0 && error.at(record.length) !== undefined) return 'quote-spent';
    return 'raced';
  }
}

function simulationOf({ next, sandboxAmount }: Creation): WriteAction[] {
  const rule = sandboxAmount === undefined ? undefined : sandboxRuleOf(next.kind, sandboxAmount);
  if (rule === undefined) return [];
  const { id: transactionId, partnerId, createdAtMs } = next;
  const dueAtMs = createdAtMs + wholeNumber('SANDBOX_STEP_MS');
  return [
    storeSimulation(
      { transactionId, partnerId, branch: rule.branch, deposits: true, version: 1, dueAtMs },
      undefined,
    ),
  ];
}
