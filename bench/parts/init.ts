import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toBare } from '../bare/build';
import { type ColdStart, prepareColdStarts } from '../functions/cold-start';
import type { Subject } from '../functions/subject';
import { recordHandlers } from '../handlers/recorded-handlers';
import { ensureRuntimeClient, RUNTIME_NAME } from '../installation';
import { temporaryFolder, withCleanUp } from '../processes';
import { atMost, type Cell, type Part, table } from '../report/part';
import { compared, inTurns, median, ratios, rounded, spread } from '../report/statistics';

/** A quick run starts these alone. */
const QUICK = /^(createCrossRamp|getTransaction|listTransactions|getWebhookFaults|getSignatureDocument)$/;

export const init: Part = {
  name: 'init',
  title: 'Start of a new process',
  run: ({ quick, progress }) =>
    withCleanUp(async (atEnd) => {
      await ensureRuntimeClient();
      progress('recording what every handler asks of the cloud');
      const { handlers, others } = await recordHandlers();
      const rounds = quick ? 3 : 9;
      const start = await prepareColdStarts(atEnd);
      const compare: { readonly ratio: number; readonly row: readonly Cell[] }[] = [];
      for (const handler of handlers) {
        if (quick && !QUICK.test(handler.name)) continue;
        const bareHandler = await toBare(handler, handler.calls);
        const sides = [() => start(handler), () => start(bareHandler)];
        // The first start of each reads its files from the disk.
        await inTurns(1, sides);
        const [ours = [], bare = []] = await inTurns(rounds, sides);
        const both = (what: keyof ColdStart) => [column(ours, what), column(bare, what)] as const;
        const figures = (what: keyof ColdStart) => [...both(what).map(middle), ...compared(...both(what))];
        const sizes = [handler, bareHandler].map(({ bytes }) => Math.round(bytes / 1000));
        const row = [handler.name, ...sizes, ...figures('initMs').slice(0, 3), ...figures('answerMs')];
        progress(row.join(' '));
        const cpu = rounded(median(ratios(...both('cpuMs'))));
        compare.push({ ratio: rounded(median(ratios(...both('answerMs')))), row: [...row, cpu] });
      }
      compare.sort((left, right) => right.ratio - left.ratio);
      progress('the functions that take no partner key');
      const nothing = emptyHandler();
      const [[, ...alone] = []] = await inTurns(rounds + 1, [() => start(nothing)]);
      const inits = await inTurns(
        rounds,
        others.map((fn) => () => start(fn)),
      );
      const bottom = ['an empty handler', 0, '', middle(column(alone, 'initMs')), '', ''];
      const all = compare.map(({ ratio }) => ratio);
      return {
        tables: [
          table(
            `Ms from the spawn to the first request for an invocation (init) and to the first answer, over a bare ESM handler with the same SDK clients and calls; by ${RUNTIME_NAME}; the slowest first`,
            'Handler | kB | Bare kB | Init | Bare | Ratio | Answer | Bare | Ratio | Spread | CPU ratio',
            [...compare.map(({ row }) => row), [...bottom, middle(column(alone, 'answerMs')), '', '', '', '']],
          ),
          table(
            'The functions that take no partner key: ms from the spawn to the first request for an invocation',
            'Function | kB | Init | Spread',
            others.map(({ name, bytes }, at) => {
              const ms = column(inits[at] ?? [], 'initMs');
              return [name, Math.round(bytes / 1000), middle(ms), spread(ms)];
            }),
          ),
        ],
        bars: [
          atMost(1, 'init and first answer over the bare ESM SDK handler, median of all handlers', median(all)),
          atMost(1, `the same, slowest handler (${compare[0]?.row[0]})`, Math.max(...all)),
        ],
      };
    }),
};

function column(starts: readonly ColdStart[], what: keyof ColdStart): number[] {
  return starts.map((start) => start[what]);
}

function middle(values: readonly number[]): number {
  return Math.round(median(values));
}

/** A handler beside which only the runtime itself takes time. */
function emptyHandler(): Subject {
  const folder = temporaryFolder();
  const source = `export const handler = async () => ({ statusCode: 200, body: '{}' });\n`;
  writeFileSync(join(folder, 'index.mjs'), source);
  const nothing = { bytes: 0, environment: {}, event: {}, calls: [], atMs: Date.now() };
  return { name: 'an empty handler', folder, status: 200, ...nothing };
}
