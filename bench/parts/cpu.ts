import { measureWarmCpu } from '../functions/subject';
import { compareHandlers } from '../handlers/compare-handlers';
import { ensurePeers } from '../installation';
import { definePart } from '../report/part';
import { compared, median, percentile, ratios, rounded, steadily } from '../report/statistics';

/** Batches of a quarter of that spread by 20 to 40 %. */
const FULL = { warmUpCalls: 6000, rounds: 21, batchCalls: 480 };
const QUICK = { warmUpCalls: 1500, rounds: 5, batchCalls: 120 };

/** A quick run looks at these alone. */
const FREQUENT = /^(createCrossRamp|getTransaction|listTransactions|getCrossRampRate|getWebhookSettings)$/;
/** A file's request is signed by the service itself, and is no call of the SDK; a document is drawn, beside which calls take no time. */
const WITHOUT_FILES = /^(?!signDeclaration$|getSignatureDocument$|getReceipt$|getReturnReceipt$)/;

export const cpu = definePart('cpu', async (options) => {
  ensurePeers();
  const { quick, against } = options;
  const { rows, ...rest } = await compareHandlers(options, {
    names: quick ? FREQUENT : WITHOUT_FILES,
    calls: 'warm',
    bare: 'the bare SDK calls with the same items',
    async measure(handler, other) {
      const { measured, runs } = await steadily(
        () => measureWarmCpu([handler, other], quick ? QUICK : FULL),
        ([one, two]) => [ratios(one?.us, two?.us)],
        quick,
      );
      const [ours, theirs] = measured;
      if (ours === undefined || theirs === undefined || (against === undefined && ours.calls !== theirs.calls))
        throw new Error(`${handler.name}: ${ours?.calls} calls are compared with ${theirs?.calls}`);
      const us = [ours, theirs].map((side) => Math.round(median(side.us)));
      const all = ratios(ours.us, theirs.us);
      const quartile = rounded(percentile(all, 0.75));
      return { ratios: all, row: [handler.name, ours.calls, ...us, ...compared(ours.us, theirs.us), quartile, runs] };
    },
  });
  return { ...rest, rows: [rows] };
});
