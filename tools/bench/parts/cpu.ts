import { measureWarmCpu } from '../functions/subject';
import { compareHandlers } from '../handlers/compare-handlers';
import { ensurePeers } from '../installation';
import type { Part } from '../report/part';
import { compared, median, percentile, ratios, rounded, steadily } from '../report/statistics';

/** Batches of a quarter of this size give results that vary by 20 to 40 %. */
const FULL = { warmUpCalls: 6000, rounds: 21, batchCalls: 480 };
const QUICK = { warmUpCalls: 1500, rounds: 5, batchCalls: 120 };

/** Handlers of a quick run. */
const FREQUENT = /^(createCrossRamp|getTransaction|listTransactions|getCrossRampRate|getWebhookSettings)$/;
/**
 * Excludes handlers that store or draw documents. Their CPU time is not typical: they sign S3 requests without the SDK, and
 * drawing takes much longer than their network calls.
 */
const WITHOUT_FILES = /^(?!signDeclaration$|getSignatureDocument$|getReceipt$|getReturnReceipt$)/;

/** CPU time of a warm request, compared with another checkout. */
export const cpu: Part = {
  name: 'cpu',
  title: 'CPU of a warm request',
  async run(options) {
    ensurePeers();
    const { quick } = options;
    const { measured } = await compareHandlers(options, {
      names: quick ? FREQUENT : WITHOUT_FILES,
      async measure(handler, other) {
        const { measured, runs } = await steadily(
          () => measureWarmCpu([handler, other], quick ? QUICK : FULL),
          ([one, two]) => [ratios(one?.us, two?.us)],
          quick,
        );
        const [ours, theirs] = measured;
        if (ours === undefined || theirs === undefined) throw new Error(`${handler.name} was not measured`);
        const us = [ours, theirs].map((side) => Math.round(median(side.us)));
        const all = ratios(ours.us, theirs.us);
        const quartile = rounded(percentile(all, 0.75));
        return { ratios: all, row: [handler.name, ours.calls, ...us, ...compared(ours.us, theirs.us), quartile, runs] };
      },
    });
    const columns = 'Handler | Calls | µs | Other µs | Ratio | Spread | Upper quartile | Runs'.split(' | ');
    const last = [
      `median ratio of ${measured.length}: ${rounded(median(measured.map((one) => median(one.ratios))), 3)}`,
    ];
    const rows = [...measured.map(({ row }) => row), last];
    return { tables: [{ caption: `CPU µs per warm invocation, over ${options.against}`, columns, rows }], bars: [] };
  },
};
