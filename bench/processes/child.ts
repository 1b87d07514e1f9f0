import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Question, replyShape } from './messages';

const READY_WITHIN_MS = 120_000;
const END_WITHIN_MS = 15_000;

/** A program of the benchmarks that runs as a process of its own and answers questions. */
export interface Child {
  /** Asks the program for one of its operations. @throws Error with the program's message, or when it has gone */
  ask<Schema extends z.ZodMiniType>(
    operation: string,
    schema: Schema,
    value?: unknown,
  ): Promise<z.output<Schema>>;
  /** Has the program clean up and waits for its end. */
  end(): Promise<void>;
}

/**
 * Starts a program that calls `answerParent`. It ends by itself when this process does, however that goes.
 * @param file absolute path of the TypeScript file
 */
export async function startChild(
  file: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const process_ = spawn(process.execPath, ['--import', 'tsx', file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', ...variables },
  });
  const gone = once(process_, 'exit').then(([code, signal]) => `${file} has ended (${code ?? signal})`);
  const child: Child = {
    ask: async (operation, schema, value) => schema.parse(await ask(process_, gone, { operation, value })),
    async end() {
      if (process_.connected) process_.disconnect();
      const late = sleep(END_WITHIN_MS, undefined, { ref: false }).then(() => process_.kill('SIGKILL'));
      await Promise.race([gone, late]);
      await gone;
    },
  };
  const timeout = sleep(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${file} is not ready after ${READY_WITHIN_MS} ms`);
  });
  try {
    await Promise.race([child.ask('ready', z.unknown()), timeout]);
  } catch (error) {
    await child.end();
    throw error;
  }
  return child;
}

let lastId = 0;

async function ask(
  process_: ChildProcess,
  gone: Promise<string>,
  { operation, value }: Omit<Question, 'id'>,
): Promise<unknown> {
  lastId += 1;
  const id = lastId;
  let listen: ((message: unknown) => void) | undefined;
  const answered = new Promise<unknown>((resolve, reject) => {
    listen = (message) => {
      const reply = replyShape.parse(message);
      if (reply.id !== id) return;
      if (reply.error === undefined) resolve(reply.value);
      else reject(new Error(reply.error));
    };
    process_.on('message', listen);
    process_.send({ id, operation, value }, (error) => error !== null && reject(error));
  });
  try {
    return await Promise.race([
      answered,
      gone.then((reason) => {
        throw new Error(reason);
      }),
    ]);
  } finally {
    if (listen !== undefined) process_.off('message', listen);
  }
}
