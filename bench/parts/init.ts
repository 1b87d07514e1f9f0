import { recordedHandlers } from '../handlers/recorded-handlers';
import { type ColdStart, prepareColdStarts } from '../init/cold-start';
import { type Comparison, compareStarts, emptyStarts, otherInits, ratiosOf } from '../init/compare';
import { type RuntimeClient, runtimeClient } from '../init/runtime-client';
import { ensurePeers } from '../peers-installation';
import { withFolder } from '../processes/scratch-folder';
import type { Bar, Part, Table } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';

const ROUNDS = 9;
const QUICK_ROUNDS = 3;

/** A quick run starts these alone. */
const QUICK_HANDLERS: ReadonlySet<string> = new Set([
  'createCrossRamp',
  'getTransaction',
  'listTransactions',
  'getWebhookFaults',
  'getSignatureDocument',
]);

export const init: Part = {
  name: 'init',
  title: 'Start of a new process',
  run: ({ quick, progress }) =>
    withFolder(async (folder) => {
      await ensurePeers();
      const client = await runtimeClient(folder, progress);
      progress('recording what every handler asks of the cloud');
      const { handlers, others } = await recordedHandlers();
      const effort = { folder, rounds: quick ? QUICK_ROUNDS : ROUNDS };
      const starts = await prepareColdStarts(client);
      try {
        const empty = await emptyStarts(starts, effort);
        const compared: Comparison[] = [];
        for (const handler of handlers) {
          if (quick && !QUICK_HANDLERS.has(handler.id)) continue;
          const comparison = await compareStarts(handler, starts, effort);
          compared.push(comparison);
          progress(`${handler.id} ${ratio(comparison, 'answerMs')}`);
        }
        compared.sort((left, right) => ratio(right, 'answerMs') - ratio(left, 'answerMs'));
        progress('the functions that take no partner key');
        const inits = await otherInits(others, starts, effort.rounds);
        return {
          tables: [startsTable(compared, empty, client), othersTable(inits)],
          bars: bars(compared),
        };
      } finally {
        await starts.stop();
      }
    }),
};

function ratio(comparison: Comparison, what: keyof ColdStart): number {
  return rounded(median(ratiosOf(comparison, what)));
}

function startsTable(
  compared: readonly Comparison[],
  empty: readonly ColdStart[],
  client: RuntimeClient,
): Table {
  const middle = (starts: readonly ColdStart[], what: keyof ColdStart): number =>
    Math.round(median(starts.map((start) => start[what])));
  const rows = compared.map((one) => [
    one.handler.id,
    kB(one.handler.bytes),
    kB(one.bareBytes),
    middle(one.ours, 'initMs'),
    middle(one.bare, 'initMs'),
    ratio(one, 'initMs'),
    middle(one.ours, 'answerMs'),
    middle(one.bare, 'answerMs'),
    ratio(one, 'answerMs'),
    inPercent(spread(ratiosOf(one, 'answerMs'))),
    ratio(one, 'cpuMs'),
  ]);
  const emptyRow = [
    'an empty handler',
    0,
    '',
    middle(empty, 'initMs'),
    '',
    '',
    middle(empty, 'answerMs'),
    '',
    '',
    '',
    '',
  ];
  return {
    caption: `Ms from the spawn to the first request for an invocation (init) and to the first answer, over a bare ESM handler with the same SDK clients and calls; by ${client.name}; the slowest first`,
    columns: [
      'Handler',
      'kB',
      'Bare kB',
      'Init',
      'Bare',
      'Ratio',
      'Answer',
      'Bare',
      'Ratio',
      'Spread',
      'CPU ratio',
    ],
    rows: [...rows, emptyRow],
  };
}

function othersTable(inits: Awaited<ReturnType<typeof otherInits>>): Table {
  return {
    caption:
      'The functions that take no partner key: ms from the spawn to the first request for an invocation',
    columns: ['Function', 'kB', 'Init', 'Spread'],
    rows: inits.map(({ fn, initMs }) => [
      fn.id,
      kB(fn.bytes),
      Math.round(median(initMs)),
      inPercent(spread(initMs)),
    ]),
  };
}

function kB(bytes: number): number {
  return Math.round(bytes / 1000);
}

function bars(compared: readonly Comparison[]): Bar[] {
  const ratios = compared.map((one) => ratio(one, 'answerMs'));
  return [
    {
      text: 'init and first answer over the bare ESM SDK handler, median of all handlers',
      limit: 1,
      value: median(ratios),
      side: 'at most',
    },
    {
      text: `the same, slowest handler (${compared[0]?.handler.id})`,
      limit: 1,
      value: Math.max(...ratios),
      side: 'at most',
    },
  ];
}
