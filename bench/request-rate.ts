/**
 * What the request rate costs, and whether one partner's flood is felt by another: `npx tsx bench/request-rate.ts`.
 * All figures are of one run on one machine against the local engine, so their ratios count and not their size.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { requestRateKey } from '#shared/data/keys';
import { takeRequest } from '#shared/data/request-rates';
import { readItem } from '#shared/data/table';
import { startTable } from '#test/unit/delivery/table';

const POLICY = { perSecond: 50, burst: 100 };
const SECONDS = 10;
const CALM_PER_S = 20;
const FLOOD_CLIENTS = 20;
/** Each client asks this often: a thousand requests a second in all. */
const FLOOD_PAUSE_MS = 20;

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Latencies in ms of a partner that keeps well within its rate. */
async function calmPartner(name: string): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < SECONDS * CALM_PER_S; n += 1) {
    const startedMs = performance.now();
    const { allowed } = await takeRequest(name, POLICY, Date.now());
    taken.push(performance.now() - startedMs);
    if (!allowed) throw new Error('The calm partner was refused');
    await pause(1000 / CALM_PER_S);
  }
  return taken;
}

interface Flood {
  asked: number;
  taken: number;
}

async function flood(name: string, until: AbortSignal): Promise<Flood> {
  const seen: Flood = { asked: 0, taken: 0 };
  await Promise.all(
    Array.from({ length: FLOOD_CLIENTS }, async () => {
      while (!until.aborted) {
        const { allowed } = await takeRequest(name, POLICY, Date.now());
        seen.asked += 1;
        if (allowed) seen.taken += 1;
        await pause(FLOOD_PAUSE_MS);
      }
    }),
  );
  return seen;
}

/** The same look-ups without a limit: what one read of the table takes here. */
async function bareReads(): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < SECONDS * CALM_PER_S; n += 1) {
    const startedMs = performance.now();
    await readItem(requestRateKey('bare'));
    taken.push(performance.now() - startedMs);
    await pause(1000 / CALM_PER_S);
  }
  return taken;
}

const table = await startTable();
try {
  await calmPartner('warm');
  const bare = await bareReads();
  const alone = await calmPartner('alone');
  const end = new AbortController();
  const flooding = flood('flooding', end.signal);
  const startedMs = performance.now();
  const beside = await calmPartner('beside');
  const elapsedS = (performance.now() - startedMs) / 1000;
  end.abort();
  const { asked, taken } = await flooding;
  const allowed = POLICY.burst + POLICY.perSecond * elapsedS;
  console.log(
    `one read of the table: p50 ${percentile(bare, 0.5).toFixed(2)} ms, p99 ${percentile(bare, 0.99).toFixed(2)} ms`,
  );
  console.log(
    `a request taken, alone: p50 ${percentile(alone, 0.5).toFixed(2)} ms, p99 ${percentile(alone, 0.99).toFixed(2)} ms`,
  );
  console.log(
    `a request taken, beside the flood: p50 ${percentile(beside, 0.5).toFixed(2)} ms, p99 ${percentile(beside, 0.99).toFixed(2)} ms`,
  );
  console.log(
    `the flood: ${asked} asked by ${FLOOD_CLIENTS} clients in ${elapsedS.toFixed(1)} s, ${taken} taken, ${((100 * taken) / allowed).toFixed(1)} % of what its rate allows`,
  );
} finally {
  await table.stop();
}
