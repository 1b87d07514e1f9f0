import { badRequest, Problem } from '#shared/api/problems';
import { findRecord } from '#shared/data/idempotency';
import { backoff } from '#shared/data/retry';
import { WriteContention } from '#shared/data/table';
import type { Caller } from '#shared/domain/partners/partner';
import type { IdempotencyClaim } from '#shared/http/idempotency-claim';
import { successBody } from '#shared/http/responses';
import { type Creation, commitCreation } from '#shared/operations/commit-creation';
import { replayOf } from '#shared/operations/replay';

/** The stored text of a creation's answer, its own or the one of an equal request that was faster. */
export interface CreationReply {
  readonly stored: { readonly status: number; readonly text: string };
  readonly replayed: boolean;
}

/** Something that a creation had read changed before it was written, such as the account it saves. Nothing was written. */
export class CreationRaced extends Error {
  override readonly name = 'CreationRaced';
}

/** The request of a creation, as far as its repetition goes. */
interface RepeatableRequest {
  readonly caller: Caller;
  readonly body: { readonly userId: string };
  readonly idempotency: IdempotencyClaim | undefined;
  readonly nowMs: number;
}

/** Attempts of a creation, each on what is on record then. */
const MAX_ATTEMPTS = 4;

/**
 * Runs a creation, and again from its read on when it met another change. What refuses it may be what an equal request
 * has just done, such as the use of its quote: then that one's answer is the answer.
 * @throws WriteContention when it met another change in every attempt: nothing was written
 */
export async function againWhenRaced(
  request: RepeatableRequest,
  create: () => Promise<CreationReply>,
): Promise<CreationReply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create();
    } catch (error) {
      const equal = error instanceof Problem ? await equalAnswer(request) : undefined;
      if (equal !== undefined) return equal;
      // A user with many creations at once: each holds the user's item for the moment of its write.
      if (error instanceof WriteContention && attempt < MAX_ATTEMPTS) {
        await backoff(attempt);
        continue;
      }
      if (!(error instanceof CreationRaced)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new WriteContention('A creation met another change in every attempt', { cause: error });
      await backoff(attempt);
    }
  }
}

async function equalAnswer({
  caller,
  body,
  idempotency,
  nowMs,
}: RepeatableRequest): Promise<CreationReply | undefined> {
  if (idempotency === undefined) return undefined;
  const scope = { ...idempotency, partnerId: caller.partnerId, userId: body.userId };
  const stored = replayOf(scope, await findRecord(scope), nowMs);
  return stored === undefined ? undefined : { stored, replayed: true };
}

/** Commits a creation and answers it. @throws Problem when its quote was spent meanwhile, or its key was used otherwise; CreationRaced */
export async function answerCreation(
  creation: Omit<Creation, 'answer'>,
  view: unknown,
): Promise<CreationReply> {
  const answer = { status: 201, text: successBody(view) };
  const outcome = await commitCreation({ ...creation, answer });
  if (outcome === 'quote-spent') throw badRequest('Quote has already been used');
  if (outcome === 'raced')
    throw new CreationRaced('Something changed between the read and the write of a creation');
  if (outcome === 'committed') return { stored: answer, replayed: false };
  // Another request with the same key was faster: its answer is the answer.
  const winner = replayOf(creation.scope, outcome.record, creation.next.createdAtMs);
  if (winner === undefined) throw new Error('The idempotency record that refused the write does not hold');
  return { stored: winner, replayed: true };
}
