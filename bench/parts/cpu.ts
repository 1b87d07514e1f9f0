import { join } from 'node:path';
import { build } from 'esbuild';
import { type Comparison, compare, type Effort } from '../cpu/compare';
import { type RecordedHandler, recordedHandlers } from '../handlers/recorded-handlers';
import { ensurePeers } from '../peers-installation';
import { withFolder } from '../processes/scratch-folder';
import type { Part, PartResult } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';

const FULL: Effort = { warmUpCalls: 4000, rounds: 21, batchCalls: 120 };
const QUICK: Effort = { warmUpCalls: 1500, rounds: 5, batchCalls: 120 };

/** What partners call most; a quick run looks at these alone. */
const FREQUENT: ReadonlySet<string> = new Set([
  'createCrossRamp',
  'getTransaction',
  'listTransactions',
  'createCrossRampQuote',
  'getCrossRampRate',
  'getUser',
  'listWebhookNotifications',
  'getWebhookSettings',
]);

/** Files go through `fetch`, which the stubbed wire does not stand in for. */
const WITH_FILES: ReadonlySet<string> = new Set(['signDeclaration', 'getSignatureDocument']);

export const cpu: Part = {
  name: 'cpu',
  title: 'CPU of a warm request',
  run: ({ quick, progress }) =>
    withFolder(async (folder) => {
      await ensurePeers();
      await build({
        entryPoints: [join(import.meta.dirname, '../cpu/invoker.ts')],
        outfile: join(folder, 'invoker.mjs'),
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node20',
      });
      progress('recording what every handler asks of the cloud');
      const handlers = (await recordedHandlers()).handlers.filter(
        ({ id }) => !WITH_FILES.has(id) && (!quick || FREQUENT.has(id)),
      );
      const measured: (Comparison & { readonly handler: RecordedHandler })[] = [];
      for (const handler of handlers) {
        const comparison = await compare(handler, folder, quick ? QUICK : FULL);
        measured.push({ handler, ...comparison });
        progress(`${handler.id} ${rounded(ratioOf(comparison))}`);
      }
      return resultOf(measured);
    }),
};

function ratioOf({ oursUs, bareUs }: Comparison): number {
  return median(ratiosOf({ oursUs, bareUs }));
}

/** Round by round: both sides of a round had the same machine. */
function ratiosOf({ oursUs, bareUs }: Pick<Comparison, 'oursUs' | 'bareUs'>): number[] {
  return oursUs.map((us, round) => us / (bareUs[round] ?? Number.NaN));
}

function resultOf(measured: readonly (Comparison & { readonly handler: RecordedHandler })[]): PartResult {
  const sorted = measured.toSorted((left, right) => ratioOf(right) - ratioOf(left));
  const ratios = measured.map(ratioOf);
  return {
    tables: [
      {
        caption:
          'CPU µs and bytes allocated per warm invocation, over the bare SDK calls with the same items; the dearest first',
        columns: ['Handler', 'Calls', 'µs', 'Bare µs', 'Ratio', 'Spread', 'kB', 'Bare kB'],
        rows: sorted.map((one) => [
          one.handler.id,
          one.calls,
          Math.round(median(one.oursUs)),
          Math.round(median(one.bareUs)),
          rounded(ratioOf(one)),
          inPercent(spread(ratiosOf(one))),
          Math.round(one.oursBytes / 1000),
          Math.round(one.bareBytes / 1000),
        ]),
      },
    ],
    bars: [
      {
        text: 'warm cpu over the bare SDK calls, median of all handlers',
        limit: 1.3,
        value: median(ratios),
        side: 'at most',
      },
      {
        text: `the same, dearest handler (${sorted[0]?.handler.id})`,
        limit: 1.3,
        value: Math.max(...ratios),
        side: 'at most',
      },
    ],
  };
}
