import { join } from 'node:path';
import { currentTemplates } from '#local/start/templates';
import { type GrownStack, startGrown } from '../growth/grown-stack';
import { type GrownPartner, type Measured, measured } from '../growth/requests';
import { ensurePeers } from '../peers-installation';
import type { Part, PartResult, RunOptions } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';

/** What is flat may take at most this much longer with the most on record than with the fewest. */
const MOST_GROWTH = 1.2;

const ROOT = join(import.meta.dirname, '../..');

const FULL = { sizes: [1_000, 100_000, 1_000_000], warmRounds: 60, rounds: 150, dearRounds: 20 };
const QUICK = { sizes: [1_000, 5_000, 20_000], warmRounds: 10, rounds: 20, dearRounds: 3 };

export const growth: Part = { name: 'growth', title: 'Growth', run };

/** What one kind of request cost at one size. */
interface Cost {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Of each round. */
  readonly ms: number[];
}

type Costs = ReadonlyMap<Measured, ReadonlyMap<GrownPartner, Cost>>;

async function run({ quick, progress }: RunOptions): Promise<PartResult> {
  await ensurePeers();
  const scale = quick ? QUICK : FULL;
  const { cdkOut } = await currentTemplates({ root: ROOT, print: () => undefined });
  const grown = await startGrown(cdkOut, scale.sizes, progress);
  try {
    progress('counting');
    const counted = await count(grown, measured);
    const cheap = new Map([...counted].filter(([{ isDear }]) => !isDear));
    const dear = new Map([...counted].filter(([{ isDear }]) => isDear));
    for (let round = -scale.warmRounds; round < scale.rounds; round += 1) {
      if (round % 50 === 0) progress(`round ${round} of ${scale.rounds}`);
      await time(grown, cheap, round);
    }
    progress('what looks at many rows');
    for (let round = -1; round < scale.dearRounds; round += 1) await time(grown, dear, round);
    return result(counted);
  } finally {
    await grown.stop();
  }
}

async function count(
  { partners, countedOrigin, proxy }: GrownStack,
  requests: readonly Measured[],
): Promise<Costs> {
  const costs = new Map(requests.map((request) => [request, new Map<GrownPartner, Cost>()]));
  for (const partner of partners) {
    for (const [request, ofSizes] of costs) {
      const send = () => answered(request, partner, countedOrigin, 0);
      // A process reads a key once and remembers it, and the first creation saves an account.
      await send();
      await proxy.quiet();
      const calls = await proxy.record(send);
      const sum = (of: 'readUnits' | 'writeUnits') => calls.reduce((total, call) => total + call[of], 0);
      ofSizes.set(partner, {
        calls: calls.length,
        readUnits: sum('readUnits'),
        writeUnits: sum('writeUnits'),
        ms: [],
      });
    }
  }
  await proxy.quiet();
  return costs;
}

/** One request of each kind at each size, the size that goes first changing with each round. Negative rounds warm up. */
async function time({ timedOrigin }: GrownStack, costs: Costs, round: number): Promise<void> {
  for (const [request, ofSizes] of costs) {
    const inOrder = [...ofSizes];
    const first = Math.abs(round) % inOrder.length;
    for (const [partner, { ms }] of [...inOrder.slice(first), ...inOrder.slice(0, first)]) {
      const startedMs = performance.now();
      await answered(request, partner, timedOrigin, Math.abs(round));
      if (round >= 0) ms.push(performance.now() - startedMs);
    }
  }
}

/** @throws Error when the answer is no success */
async function answered(
  request: Measured,
  partner: GrownPartner,
  origin: string,
  round: number,
): Promise<void> {
  const response = await request.send(partner, origin, round);
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.name} at ${partner.size}: ${response.status} ${text}`);
}

function result(costs: Costs): PartResult {
  const sizes = [...(costs.values().next().value ?? new Map<GrownPartner, Cost>())].map(([{ size }]) =>
    size.toLocaleString('en-US'),
  );
  return {
    tables: [
      {
        caption:
          'Capacity of one request, read + write units (calls of the database), by transactions on record',
        columns: ['Request', ...sizes],
        rows: [...costs].map(([{ name }, ofSizes]) => [
          name,
          ...[...ofSizes.values()].map(
            ({ readUnits, writeUnits, calls }) => `${rounded(readUnits, 1)} + ${writeUnits} (${calls})`,
          ),
        ]),
      },
      {
        caption: 'Median latency in ms, over that of the fewest on record, and its spread',
        columns: ['Request', ...sizes],
        rows: [...costs].map(([{ name }, ofSizes]) => {
          const [fewest, ...more] = [...ofSizes.values()].map(({ ms }) => ms);
          return [name, cell(fewest ?? [], undefined), ...more.map((ms) => cell(ms, fewest))];
        }),
      },
    ],
    bars: [...costs]
      .filter(([{ flat }]) => flat)
      .map(([{ name }, ofSizes]) => {
        const all = [...ofSizes.values()].map(({ ms }) => median(ms));
        return {
          text: `${name}: latency at ${sizes.at(-1)} over that at ${sizes[0]}`,
          limit: MOST_GROWTH,
          value: (all.at(-1) ?? 0) / (all[0] ?? 1),
          side: 'at most' as const,
        };
      }),
  };
}

function cell(ms: readonly number[], fewest: readonly number[] | undefined): string {
  const middle = median(ms);
  const ratio = fewest === undefined ? '' : ` (× ${rounded(middle / median(fewest))})`;
  return `${rounded(middle, 1)}${ratio}, ${inPercent(spread(ms))}`;
}
