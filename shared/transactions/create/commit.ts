/** The one write of a creation, for all three kinds. */

import type { StoredRecord } from '#shared/dynamodb/table';
import {
  ConditionsFailed,
  IdempotencyRecordExists,
  type PendingWrite,
  writeAtomically,
} from '#shared/dynamodb/unit-of-work';
import {
  type IdempotencyScope,
  type ReplayableResponse,
  storeResponse,
} from '#shared/http/idempotency/repository';
import { wholeNumber } from '#shared/platform/config/environment';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { spendQuote } from '#shared/quotes/repository';
import { findSandboxRule } from '#shared/transactions/domain/sandbox/amounts';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { simulationWrite, transactionCreationWrites } from '#shared/transactions/repository';
import type { User } from '#shared/users/domain/user';
import { verifiedUserCheck } from '#shared/users/repository';
import type { Money } from '#shared/values/money/money';
import type { EventName } from '#shared/webhooks/domain/events';
import { transactionPayload } from '#shared/webhooks/domain/payload';
import { notificationWrites } from '#shared/webhooks/repository';

export interface Creation {
  readonly next: Transaction;
  readonly user: User;
  readonly response: ReplayableResponse;
  /** The idempotency claim, where the request made one. */
  readonly scope: IdempotencyScope | undefined;
  /** Whether an event is sent by the partner's webhook settings of this moment. */
  readonly delivers: (event: EventName) => boolean;
  /** The caller's amount on the paying side, where it may be a sandbox amount. */
  readonly sandboxAmount: Money | undefined;
  /** Whether every beneficial owner of the user must have signed. @default false */
  readonly allSigned?: boolean;
  /** What else belongs to this creation, such as the bank account it saves. */
  readonly additionalWrites?: readonly PendingWrite[];
}

/** The result of a write: done, refused because the quote is used, replaced by a request with the same key, or a conflict. */
export type CommitResult = 'committed' | 'quote-spent' | 'conflict' | { readonly record: StoredRecord };

/**
 * Writes the idempotency record, the quote's use, the transaction, its notification and, for a sandbox amount,
 * its simulation. All of it or none, and only while the user is verified (contract, Names and people): a user who
 * is rejected between the read and the write causes a conflict, and the next attempt refuses the creation.
 */
export async function commit(creation: Creation): Promise<CommitResult> {
  const { next, user, response, scope, delivers, allSigned = false, additionalWrites = [] } = creation;
  const record = scope === undefined ? [] : [storeResponse(scope, response, next.createdAtMs)];
  const spending = next.quoteId === undefined ? [] : [spendQuote(next.quoteId, next.id)];
  const event = kindFacts[next.kind].createdEvent;
  try {
    crashPoint('api.beforeTx');
    await writeAtomically([
      ...record,
      ...spending,
      ...transactionCreationWrites(next),
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
      ...simulationStartWrites(creation),
      ...additionalWrites,
      verifiedUserCheck(user.id, { allSigned }),
    ]);
    crashPoint('api.afterTx');
    return 'committed';
  } catch (error) {
    if (error instanceof IdempotencyRecordExists) return { record: error.record };
    if (!(error instanceof ConditionsFailed)) throw error;
    if (spending.length > 0 && error.at(record.length) !== undefined) return 'quote-spent';
    return 'conflict';
  }
}

function simulationStartWrites({ next, sandboxAmount }: Creation): PendingWrite[] {
  const rule = sandboxAmount === undefined ? undefined : findSandboxRule(next.kind, sandboxAmount);
  if (rule === undefined) return [];
  const { id: transactionId, partnerId, createdAtMs } = next;
  const dueAtMs = createdAtMs + wholeNumber('SANDBOX_STEP_MS');
  return [
    simulationWrite(
      { transactionId, partnerId, branch: rule.branch, deposits: true, version: 1, dueAtMs },
      undefined,
    ),
  ];
}
