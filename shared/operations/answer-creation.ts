import { badRequest } from '#shared/api/problems';
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

/** Rounds in which a creation is tried again on what is on record then. */
const ROUNDS = 4;

/** Runs a creation anew, from its read on, when it met another change. */
export async function againWhenRaced<T>(create: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof CreationRaced) || round === ROUNDS) throw error;
    }
  }
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
