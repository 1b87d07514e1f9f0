import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { NODE_24 } from '../peers-installation';
import type { Measured, Plan } from './plan';

const measuredShape = z.object({ cpuUs: z.number(), heapBytes: z.number(), calls: z.number() });

/** A process that invokes one handler as often as it is told. */
export interface InvocationProcess {
  run(count: number, options?: { readonly collect: boolean }): Promise<Measured>;
  stop(): Promise<void>;
}

export interface Invoked {
  /** Names the process's file of instructions. */
  readonly name: string;
  readonly plan: Plan;
  readonly environment: Readonly<Record<string, string>>;
  /** A young generation that no batch fills, so that the heap's growth is what was allocated. */
  readonly countsBytes: boolean;
}

const ROOMY = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];

/** @param program the bundle of invoker.ts */
export async function startInvocations(program: string, invoked: Invoked): Promise<InvocationProcess> {
  const { name, plan, environment, countsBytes } = invoked;
  const planFile = join(program, '..', `${name}.json`);
  await writeFile(planFile, JSON.stringify(plan));
  const node = existsSync(NODE_24) ? NODE_24 : process.execPath;
  const child = spawn(node, [...(countsBytes ? ROOMY : []), program, planFile], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: environment,
  });
  const ended = once(child, 'exit');
  return {
    async run(count, options = { collect: false }) {
      child.send({ count, ...options });
      const gone = ended.then(() => {
        throw new Error(`The process of ${name} has ended`);
      });
      const [message] = await Promise.race([once(child, 'message'), gone]);
      return measuredShape.parse(message);
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
