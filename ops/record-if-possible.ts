import { errorSentence } from '#ops/errors';
import type { Context } from '#ops/verb';

/** Leaves an audit record where the table may be gone, which must stop no one. The account's own trail has the calls. */
export async function recordIfPossible(
  { record, tell }: Pick<Context, 'record' | 'tell'>,
  noted: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    await record(noted);
  } catch (error) {
    tell(`No audit record could be left in the table: ${errorSentence(error)}`);
  }
}
