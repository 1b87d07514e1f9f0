import { join } from 'node:path';
import { contractFor } from '#scripts/docs/endpoint-docs';
import { buildBareHandler } from '../handlers/bare-handler';
import type { RecordedHandler } from '../handlers/recorded-handlers';
import { type InvocationProcess, startInvocations } from './invocation-process';

/** In calls on the wire, so that a handler that makes many does not take so much longer. */
export interface Effort {
  /** Of each side before anything is measured. */
  readonly warmUpCalls: number;
  readonly rounds: number;
  /** Of each side in a round. */
  readonly batchCalls: number;
}

/** What warm invocations of a handler took, round by round, and the same calls without it. */
export interface Comparison {
  readonly calls: number;
  readonly oursUs: readonly number[];
  readonly bareUs: readonly number[];
  readonly oursBytes: number;
  readonly bareBytes: number;
}

/** Few enough that nothing is collected meanwhile: a request allocates up to a megabyte. */
const BYTES_BATCH = 20;

interface Sides {
  readonly ours: InvocationProcess;
  readonly bare: InvocationProcess;
}

/** @param folder holds the bundle of invoker.ts, invoker.mjs, and takes what else is needed */
export async function compare(handler: RecordedHandler, folder: string, effort: Effort): Promise<Comparison> {
  const bareBundle = join(folder, `${handler.id}-bare.mjs`);
  await buildBareHandler(handler.warm, bareBundle);
  const times = await withSides(handler, { folder, bareBundle, countsBytes: false }, async (sides) => {
    const calls = await warmUp(sides, Math.ceil(effort.warmUpCalls / handler.warm.length));
    const batch = Math.ceil(effort.batchCalls / handler.warm.length);
    const [oursUs, bareUs]: [number[], number[]] = [[], []];
    for (let round = 0; round < effort.rounds; round += 1) {
      for (const side of round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours']) {
        if (side === 'ours') oursUs.push((await sides.ours.run(batch)).cpuUs);
        else bareUs.push((await sides.bare.run(batch)).cpuUs);
      }
    }
    return { calls, oursUs, bareUs };
  });
  const bytes = await withSides(handler, { folder, bareBundle, countsBytes: true }, async (sides) => {
    await warmUp(sides, 200);
    const { heapBytes: oursBytes } = await sides.ours.run(BYTES_BATCH, { collect: true });
    const { heapBytes: bareBytes } = await sides.bare.run(BYTES_BATCH, { collect: true });
    return { oursBytes, bareBytes };
  });
  return { ...times, ...bytes };
}

async function withSides<T>(
  { id, bundleDir, event, cold, answeredMs, environment }: RecordedHandler,
  how: { readonly folder: string; readonly bareBundle: string; readonly countsBytes: boolean },
  work: (sides: Sides) => Promise<T>,
): Promise<T> {
  const program = join(how.folder, 'invoker.mjs');
  // A little later than on record: the request rate's last write lies behind.
  const common = { event, calls: cold, nowMs: answeredMs + 50 };
  const start = (side: string, bundle: string, status: number) =>
    startInvocations(program, {
      name: `${id}-${side}`,
      plan: { ...common, bundle, status },
      environment,
      countsBytes: how.countsBytes,
    });
  const ours = await start('ours', join(bundleDir, 'index.js'), contractFor(id).status);
  try {
    const bare = await start('bare', how.bareBundle, 200);
    try {
      return await work({ ours, bare });
    } finally {
      await bare.stop();
    }
  } finally {
    await ours.stop();
  }
}

/** @returns the calls of an invocation. @throws Error when the sides do not make equally many */
async function warmUp({ ours, bare }: Sides, invocations: number): Promise<number> {
  // The first two are recognised call by call.
  await ours.run(2);
  await bare.run(2);
  const { calls } = await ours.run(invocations);
  const { calls: bareCalls } = await bare.run(invocations);
  if (calls !== bareCalls) throw new Error(`${calls} calls are compared with ${bareCalls}`);
  return calls;
}
