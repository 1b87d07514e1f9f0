import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ColdStart, prepareColdStarts } from '../functions/cold-start';
import type { BuiltFunction } from '../functions/subject';
import { compareHandlers, upperQuartile } from '../handlers/compare-handlers';
import { ensureRuntimeClient, RUNTIME_NAME } from '../installation';
import { temporaryFolder, withCleanUp } from '../processes';
import { definePart } from '../report/part';
import { column, compared, inTurns, median, percentile, ratios, rounded, spread, steadily } from '../report/statistics';

/** Handlers of a quick run. */
const FREQUENT = /^(createCrossRamp|getTransaction|listTransactions|getWebhookFaults|getSignatureDocument)$/;
/** Handlers that draw a PDF. The choice of the slowest handler excludes them, because their bare handlers draw nothing. */
const DRAWING = ['getSignatureDocument', 'getReceipt', 'getReturnReceipt'];
/** Starts of each handler per round. The result of a round is the median. */
const STARTS = 3;

export const init = definePart('init', (options) =>
  withCleanUp(async (atEnd) => {
    ensureRuntimeClient();
    const rounds = options.quick ? 3 : 9;
    const start = await prepareColdStarts(atEnd);
    const { measured: all, others } = await compareHandlers(options, {
      names: options.quick ? FREQUENT : /^/,
      async measure(handler, other) {
        const sides = [() => start(handler), () => start(other)];
        // Start each handler once without measuring: the first start reads the files from disk.
        await inTurns(1, sides);
        const responses = ([one, two]: readonly (readonly ColdStart[])[]) =>
          ratios(column(one, 'responseMs'), column(two, 'responseMs'));
        const { measured, runs } = await steadily(
          async () => (await inTurns(STARTS * rounds, sides)).map(middleStarts),
          (seen) => [responses(seen)],
          options.quick,
        );
        const [ours, theirs] = measured;
        const both = (what: keyof ColdStart) => [column(ours, what), column(theirs, what)] as const;
        const figures = (what: keyof ColdStart) => [...both(what).map(middle), ...compared(...both(what))];
        const sizes = [handler, other].map(({ bytes }) => Math.round(bytes / 1000));
        const cpu = rounded(median(ratios(...both('cpuMs'))));
        const quartile = rounded(percentile(responses(measured), 0.75));
        const row = [
          handler.name,
          ...sizes,
          ...figures('initMs').slice(0, 3),
          ...figures('responseMs'),
          quartile,
          cpu,
          runs,
        ];
        return { ratios: responses(measured), row };
      },
    });
    const rows = all.map(({ row }) => row);
    const middleRatio = median(all.map((one) => median(one.ratios)));
    if (options.against !== undefined) {
      const last = [`median ratio of ${all.length}: ${rounded(middleRatio, 3)}`];
      const texts = { other: options.against, side: 'Other', runtime: RUNTIME_NAME };
      return { rows: [[...rows, last]], values: [], texts };
    }
    options.progress('the functions that take no partner key');
    const nothing = emptyHandler(others[0]?.environment);
    const [[, ...alone] = []] = await inTurns(rounds + 1, [() => start(nothing)]);
    const [initMs, responseMs] = [middle(column(alone, 'initMs')), middle(column(alone, 'responseMs'))];
    const empty = ['an empty handler', 0, '', initMs, '', '', responseMs, '', '', '', '', '', ''];
    const starting = others.map((fn) => () => start(fn));
    const inits = await inTurns(rounds, starting);
    const without = others.map(({ name, bytes }, at) => {
      const ms = column(inits[at], 'initMs');
      return [name, Math.round(bytes / 1000), middle(ms), spread(ms)];
    });
    // `all` is sorted: the handler with the largest upper quartile is the first.
    const worst = all.find(({ row: [name] }) => !DRAWING.includes(String(name)));
    return {
      rows: [[...rows, empty], without],
      values: [middleRatio, ...(worst === undefined ? [] : [upperQuartile(worst)])],
      texts: {
        ...{ other: 'a bare ESM handler with the same SDK clients and calls', side: 'Bare' },
        ...{ worst: String(worst?.row[0]), runtime: RUNTIME_NAME },
      },
    };
  }),
);

/** Returns the median of each figure for every round. */
function middleStarts(starts: readonly ColdStart[]): ColdStart[] {
  return Array.from({ length: starts.length / STARTS }, (_, round) => {
    const own = starts.slice(STARTS * round, STARTS * (round + 1));
    const middleOf = (what: keyof ColdStart) => median(column(own, what));
    return { initMs: middleOf('initMs'), responseMs: middleOf('responseMs'), cpuMs: middleOf('cpuMs') };
  });
}

function middle(values: readonly number[]): number {
  return Math.round(median(values));
}

/** Creates an empty handler, to measure the time of the runtime alone. */
function emptyHandler(environment: BuiltFunction['environment'] = {}) {
  const folder = temporaryFolder();
  const source = `export const handler = async () => ({ statusCode: 200, body: '{}' });\n`;
  writeFileSync(join(folder, 'index.mjs'), source);
  return { name: 'an empty handler', folder, bytes: 0, environment, event: {}, status: 200 };
}
