import { Problem, quoteUsed } from '#shared/api/problems';
import { WriteContention } from '#shared/dynamodb/errors';
import { backoff } from '#shared/dynamodb/retry-policy';
import { findReplay } from '#shared/http/idempotency/find-replay';
import type { IdempotencyKey } from '#shared/http/idempotency/idempotency-key';
import { findRecord } from '#shared/http/idempotency/repository';
import { successBody } from '#shared/http/responses';
import type { Caller } from '#shared/partners/domain/partner';
import { type Creation, commit } from './commit';

/** The stored text of a creation's answer: its own, or that of an equal request that was committed first. */
export interface StoredResponse {
  readonly stored: { readonly status: number; readonly text: string };
  readonly replayed: boolean;
}

/** Something that a creation had read changed before it was written, such as the account it saves. Nothing was written. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

/** What identifies the request of a creation when it is repeated. */
interface RepeatableRequest {
  readonly caller: Caller;
  readonly body: { readonly userId: string };
  readonly idempotency: IdempotencyKey | undefined;
  readonly nowMs: number;
}

/** Attempts of a creation; each reads again. */
const MAX_ATTEMPTS = 4;

/**
 * Runs a creation, and repeats it from its read after a write conflict. An equal request may be the reason of a
 * refusal, for example because it has used the quote: then its answer is returned.
 * @throws WriteContention after a conflict in every attempt: nothing was written
 */
export async function retryCreation(
  request: RepeatableRequest,
  create: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create();
    } catch (error) {
      const equal = error instanceof Problem ? await findEqualResponse(request) : undefined;
      if (equal !== undefined) return equal;
      // Concurrent creations of one user conflict on the user's item.
      if (error instanceof WriteContention && attempt < MAX_ATTEMPTS) {
        await backoff(attempt);
        continue;
      }
      if (!(error instanceof WriteConflict)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new WriteContention('A creation met another change in every attempt', { cause: error });
      await backoff(attempt);
    }
  }
}

async function findEqualResponse({
  caller,
  body,
  idempotency,
  nowMs,
}: RepeatableRequest): Promise<StoredResponse | undefined> {
  if (idempotency === undefined) return undefined;
  const scope = { ...idempotency, partnerId: caller.partnerId, userId: body.userId };
  const stored = findReplay(scope, await findRecord(scope), nowMs);
  return stored === undefined ? undefined : { stored, replayed: true };
}

/** Commits a creation and answers it. @throws Problem when its quote was used in between, or its key for another request; WriteConflict */
export async function commitAndRespond(
  creation: Omit<Creation, 'response'>,
  data: unknown,
): Promise<StoredResponse> {
  const response = { status: 201, text: successBody(data) };
  const outcome = await commit({ ...creation, response });
  if (outcome === 'quote-spent') throw quoteUsed();
  if (outcome === 'conflict')
    throw new WriteConflict('Something changed between the read and the write of a creation');
  if (outcome === 'committed') return { stored: response, replayed: false };
  // Another request with the same key was committed first: its answer is returned.
  const winner = findReplay(creation.scope, outcome.record, creation.next.createdAtMs);
  if (winner === undefined) throw new Error('The idempotency record that refused the write does not hold');
  return { stored: winner, replayed: true };
}
