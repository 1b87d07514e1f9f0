import { badRequest } from '#shared/api/problems';
import { successBody } from '#shared/http/responses';
import { type Creation, commitCreation } from '#shared/operations/commit-creation';
import { replayOf } from '#shared/operations/replay';

/** The stored text of a creation's answer, its own or the one of an equal request that was faster. */
export interface CreationReply {
  readonly stored: { readonly status: number; readonly text: string };
  readonly replayed: boolean;
}

/** Commits a creation and answers it. @throws Problem when its quote was spent meanwhile, or its key was used otherwise */
export async function answerCreation(
  creation: Omit<Creation, 'answer'>,
  view: unknown,
): Promise<CreationReply> {
  const answer = { status: 201, text: successBody(view) };
  const outcome = await commitCreation({ ...creation, answer });
  if (outcome === 'quote-spent') throw badRequest('Quote has already been used');
  if (outcome === 'committed') return { stored: answer, replayed: false };
  // Another request with the same key was faster: its answer is the answer.
  const winner = replayOf(creation.scope, outcome.record, creation.next.createdAtMs);
  if (winner === undefined) throw new Error('The idempotency record that refused the write does not hold');
  return { stored: winner, replayed: true };
}
