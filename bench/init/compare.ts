import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractFor } from '#scripts/docs/endpoint-docs';
import { buildBareHandler } from '../handlers/bare-handler';
import type { BuiltFunction, RecordedHandler } from '../handlers/recorded-handlers';
import type { Cold, ColdStart, ColdStarts } from './cold-start';

export interface Effort {
  /** Takes the handlers that ours are compared with. */
  readonly folder: string;
  readonly rounds: number;
}

/** New processes of a handler and of the bare one with the same calls, round by round. */
export interface Comparison {
  readonly handler: RecordedHandler;
  readonly bareBytes: number;
  readonly ours: readonly ColdStart[];
  readonly bare: readonly ColdStart[];
}

export async function compareStarts(
  handler: RecordedHandler,
  starts: ColdStarts,
  { folder, rounds }: Effort,
): Promise<Comparison> {
  const bareFolder = join(folder, handler.id);
  await mkdir(bareFolder);
  await buildBareHandler(handler.cold, join(bareFolder, 'index.mjs'));
  const { event, cold: calls, bundleDir, environment, answeredMs, id } = handler;
  const clockOffsetS = () => Math.ceil((answeredMs - Date.now()) / 1000);
  const ours = (): Cold => ({
    folder: bundleDir,
    // The service's clock stands a moment after it answered: quotes on record hold for a minute.
    environment: { ...environment, CLOCK_OFFSET_S: String(clockOffsetS()) },
    event,
    calls,
    status: contractFor(id).status,
  });
  const bare = (): Cold => ({ folder: bareFolder, environment, event, calls, status: 200 });
  const seen: { readonly ours: ColdStart[]; readonly bare: ColdStart[] } = { ours: [], bare: [] };
  // The first start of each reads its files from the disk.
  await starts.measure(ours());
  await starts.measure(bare());
  for (let round = 0; round < rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    if (oursFirst) seen.ours.push(await starts.measure(ours()));
    seen.bare.push(await starts.measure(bare()));
    if (!oursFirst) seen.ours.push(await starts.measure(ours()));
  }
  return { handler, bareBytes: (await stat(join(bareFolder, 'index.mjs'))).size, ...seen };
}

/** Round by round: both sides of a round had the same machine. */
export function ratiosOf({ ours, bare }: Pick<Comparison, 'ours' | 'bare'>, what: keyof ColdStart): number[] {
  return ours.map((start, round) => start[what] / (bare[round]?.[what] ?? Number.NaN));
}

/** What the runtime alone takes. */
export async function emptyStarts(starts: ColdStarts, { folder, rounds }: Effort): Promise<ColdStart[]> {
  const emptyFolder = join(folder, 'empty');
  await mkdir(emptyFolder);
  await writeFile(
    join(emptyFolder, 'index.mjs'),
    `export const handler = async () => ({ statusCode: 200, body: '{}' });\n`,
  );
  const empty = { folder: emptyFolder, environment: {}, event: {}, calls: [], status: 200 };
  const seen: ColdStart[] = [];
  for (let round = 0; round <= rounds; round += 1) seen.push(await starts.measure(empty));
  return seen.slice(1);
}

/** Ms to the first request for an invocation, of functions that no partner's request reaches. */
export async function otherInits(
  functions: readonly BuiltFunction[],
  starts: ColdStarts,
  rounds: number,
): Promise<readonly { readonly fn: BuiltFunction; readonly initMs: readonly number[] }[]> {
  const seen = functions.map((fn) => ({ fn, initMs: [0].slice(1) }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { fn, initMs } of seen)
      initMs.push(await starts.measureInit({ folder: fn.bundleDir, environment: fn.environment }));
  }
  return seen;
}
