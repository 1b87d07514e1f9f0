import { toBare } from '../bare/build';
import { measureWarmCpu } from '../functions/subject';
import { recordHandlers } from '../handlers/recorded-handlers';
import { ensurePeers } from '../installation';
import { atMost, type Cell, type Part, table } from '../report/part';
import { compared, median, ratios } from '../report/statistics';

const FULL = { warmUpCalls: 4000, rounds: 21, batchCalls: 120 };
const QUICK = { warmUpCalls: 1500, rounds: 5, batchCalls: 120 };

/** A quick run looks at these alone. */
const FREQUENT = /^(createCrossRamp|getTransaction|listTransactions|getCrossRampRate|getWebhookSettings)$/;
/** Files go through `fetch`, which the stubbed wire does not replace. */
const WITH_FILES = /^(signDeclaration|getSignatureDocument)$/;

export const cpu: Part = {
  name: 'cpu',
  title: 'CPU of a warm request',
  async run({ quick, progress }) {
    await ensurePeers();
    progress('recording what every handler asks of the cloud');
    const measured: { readonly ratio: number; readonly row: readonly Cell[] }[] = [];
    for (const handler of (await recordHandlers()).handlers) {
      const { name } = handler;
      if (WITH_FILES.test(name) || (quick && !FREQUENT.test(name))) continue;
      const sides = [handler, await toBare(handler, handler.warm)];
      const [ours, bare] = await measureWarmCpu(sides, quick ? QUICK : FULL);
      if (ours === undefined || bare === undefined || ours.calls !== bare.calls)
        throw new Error(`${name}: ${ours?.calls} calls are compared with ${bare?.calls}`);
      const us = [ours, bare].map((side) => Math.round(median(side.us)));
      const row = [name, ours.calls, ...us, ...compared(ours.us, bare.us)];
      progress(row.join(' '));
      measured.push({ ratio: median(ratios(ours.us, bare.us)), row });
    }
    measured.sort((left, right) => right.ratio - left.ratio);
    const all = measured.map(({ ratio }) => ratio);
    return {
      tables: [
        table(
          'CPU µs per warm invocation, over the bare SDK calls with the same items; the dearest first',
          'Handler | Calls | µs | Bare µs | Ratio | Spread',
          measured.map(({ row }) => row),
        ),
      ],
      bars: [
        atMost(1.3, 'warm cpu over the bare SDK calls, median of all handlers', median(all)),
        atMost(1.3, `the same, dearest handler (${measured[0]?.row[0]})`, Math.max(...all)),
      ],
    };
  },
};
