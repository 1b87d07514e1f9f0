import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { NODE_24 } from '../peers-installation';

/** Has a function answer an event. */
export interface Invocation {
  readonly event: unknown;
  /** The function's timeout, for what it asks of its context. */
  readonly timeoutMs: number;
}

/** Has a function answer an event so many times, and tell the processor time of one. */
export interface Batch extends Invocation {
  readonly count: number;
}

const answerShape = z.object({ status: z.number(), body: z.string() });
const measuredShape = z.object({ cpuUs: z.number() });

export type FunctionAnswer = z.infer<typeof answerShape>;

/** A function in a fresh process of the deployed runtime's version. It does one thing at a time. */
export interface FunctionProcess {
  /** @throws EndedEarly when the process ends before it answers */
  invoke(event: unknown, timeoutMs?: number): Promise<FunctionAnswer>;
  /** Processor time of one of so many invocations, µs. @throws EndedEarly */
  measure(event: unknown, count: number): Promise<number>;
  /** Ends it as a crash would. */
  crash(): void;
  end(): Promise<void>;
}

export interface FunctionProgram {
  /** Absolute path of the built function-host. */
  readonly host: string;
  readonly bundle: string;
  readonly environment: Readonly<Record<string, string>>;
  /** File of answers that stand for the network. */
  readonly answers?: string;
}

/** Longer than any request here takes. */
const TIMEOUT_MS = 15_000;

/** The process of a function ended before it answered. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
}

/** Starts a function and waits until it is loaded. @throws EndedEarly */
export async function startFunction(program: FunctionProgram): Promise<FunctionProcess> {
  const { host, bundle, environment, answers } = program;
  const child = spawn(NODE_24, [host, bundle, ...(answers === undefined ? [] : [answers])], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...environment },
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new EndedEarly(`${bundle} has ended (${code ?? signal})`);
  });
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
  const ask = (message: Invocation | Batch) => Promise.race([answerTo(child, message), ended]);
  return {
    async invoke(event, timeoutMs = TIMEOUT_MS) {
      return answerShape.parse(await ask({ event, timeoutMs }));
    },
    async measure(event, count) {
      return measuredShape.parse(await ask({ event, timeoutMs: TIMEOUT_MS, count })).cpuUs;
    },
    crash: () => void child.kill('SIGKILL'),
    async end() {
      if (child.connected) child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}

async function answerTo(child: ChildProcess, message: Invocation | Batch): Promise<unknown> {
  const answered = once(child, 'message');
  // A process that has just crashed takes no message; its end is told by another promise.
  child.send(message, () => undefined);
  const [answer] = await answered;
  return answer;
}
