import type * as z from 'zod/mini';
import { questionShape } from './messages';

/** One thing that a program does when it is asked to. */
type Operation = (value: unknown) => unknown;

/** An operation that takes values of one shape. */
export function taking<Schema extends z.ZodMiniType>(
  schema: Schema,
  work: (value: z.output<Schema>) => unknown,
): Operation {
  return (value) => work(schema.parse(value));
}

/**
 * Answers the process that started this one (`startChild`) until that one hangs up or dies; then cleans up and ends.
 * An interrupt from the keyboard reaches both: the one that started is the one that decides.
 */
export function answerParent(
  operations: Readonly<Record<string, Operation>>,
  cleanUp: () => Promise<void>,
): void {
  process.on('SIGINT', () => undefined);
  process.on('message', (message) => void answer(operations, message));
  process.once('disconnect', () => {
    cleanUp().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  });
}

async function answer(operations: Readonly<Record<string, Operation>>, message: unknown): Promise<void> {
  const { id, operation, value } = questionShape.parse(message);
  try {
    const work = operation === 'ready' ? () => true : operations[operation];
    if (work === undefined) throw new Error(`There is no operation ${operation}`);
    reply({ id, value: await work(value) });
  } catch (error) {
    reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function reply(message: { id: number; value?: unknown; error?: string }): void {
  if (process.connected) process.send?.(message);
}
