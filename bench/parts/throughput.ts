import autocannon from 'autocannon';
import { useLocalTable } from '#local/start/local-table';
import { BASE_PATH } from '#shared/api/base-path';
import { buildBare } from '../bare/build';
import type { functions as bareServer } from '../bare/server-process';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import { atLeast, type Bar, type Cell, type Part, table } from '../report/part';
import { compared, inPercent, inTurns, median, ratios, rounded, spread } from '../report/statistics';
import { makePartners } from '../stack/made-partners';
import { crossRamp } from '../stack/partner';
import { startReceiver } from '../stack/receiver';
import type { ReadyPartner } from '../stack/stack-process';
import { startStackProcess } from '../stack/start-stack';
import { type Call, operation } from '../wire/canned';
import { Recorder } from '../wire/recorder';

/** Each request, and how often it is made before the first round: until the runtime has compiled what is hot. */
const REQUESTS: readonly [text: string, warmUp: number][] = [
  ['create a cross-ramp', 1500],
  ['get a transaction', 5000],
  ['list 20 transactions', 600],
];
/** Connections of the bars. */
const MANY = 16;
/** Of the service's rate at that many connections, for the table of fixed rates. */
const SHARES = [0.25, 0.5, 0.75];
const FULL = {
  rounds: new Map([
    [1, 3],
    [MANY, 11],
    [64, 3],
  ]),
  warmUp: 1,
  others: 3,
  stored: 200,
};
const QUICK = { rounds: new Map([[MANY, 2]]), warmUp: 0.15, others: 1, stored: 30 };
const SECONDS = 2;
const RATE_COLUMNS =
  'Request | Connections | Bare, answers/s | Service, answers/s | Ratio | Spread of the ratio | Bare, p50 / p99 ms | Service, p50 / p99 ms';

export const throughput: Part = {
  name: 'throughput',
  title: 'Throughput',
  run: ({ quick, progress }) =>
    withCleanUp(async (atEnd) => {
      const scale = quick ? QUICK : FULL;
      const sides = await startSides(atEnd, scale.stored);
      const [rates, cpu, fixed]: [Cell[][], Cell[][], Cell[][]] = [[], [], []];
      const bars: Bar[] = [];
      for (const [at, [text, warmUp]] of REQUESTS.entries()) {
        for (const { targets } of sides) await ask(targets[at], { connections: MANY, amount: warmUp * scale.warmUp });
        for (const [connections, rounds] of scale.rounds) {
          progress(`${text}, ${connections} connections`);
          const measures = sides.map(({ targets, cpuMs }) => async () => {
            const before = await cpuMs();
            const seen = await ask(targets[at], { connections, duration: SECONDS });
            return { ...seen, cpuMs: ((await cpuMs()) - before) / seen.answers };
          });
          const seen = await inTurns(rounds, measures);
          rates.push(rateRow(text, connections, seen));
          if (connections !== MANY) continue;
          const [bareMs = [], ms = []] = seen.map((one) => one.map((each) => each.cpuMs));
          cpu.push([text, rounded(median(bareMs)), rounded(median(ms)), ...compared(ms, bareMs)]);
          const [bare = [], service = []] = seen.map((one) => one.map(({ rate }) => rate));
          const what = `${text}: rate at ${MANY} connections over the bare server's`;
          bars.push(atLeast(0.8, what, rounded(median(ratios(service, bare)))));
          fixed.push(...(await fixedRates([text, median(service)], sides[1]?.targets[at], scale.others)));
        }
      }
      progress('everything running');
      const whole = await inTurns(scale.others, [
        () => ask(sides[0]?.targets[0], { connections: MANY, duration: SECONDS }),
        () => withCleanUp(askWholeStack),
      ]);
      const running = [rateRow(REQUESTS[0]?.[0] ?? '', MANY, whole)];
      const calls = REQUESTS.map(([text], at): Cell[] => [text, inWords(sides[0]?.calls[at] ?? [])]);
      return {
        bars,
        tables: [
          table('Service and bare server, the API alone', RATE_COLUMNS, rates),
          table(
            `Processor time of the server for one answer, at ${MANY} connections`,
            'Request | Bare, ms | Service, ms | Ratio | Spread of the ratio',
            cpu,
          ),
          table(
            'Latency of the service at fixed rates, ms from when each request was due, the API alone',
            'Request | Of its rate above | Requests/s | p50 | p99 | p99.9 | Spread of p99',
            fixed,
          ),
          table('Creations while streams, queues, workers, simulator and webhooks run', RATE_COLUMNS, running),
          table('Calls of the database, the same on both sides', 'Request | Calls', calls),
        ],
      };
    }),
};

/**
 * As fast as answers come, or at `overallRate`, where latency counts from when a request was due.
 * @throws Error when one answer is not a success: such a run says nothing
 */
async function ask(target: Target | undefined, load: Omit<autocannon.Options, 'url'>) {
  const { non2xx, errors, latency, duration, ...seen } = await autocannon({
    url: '',
    timeout: 60,
    ...target,
    ...load,
  });
  const answers = seen['2xx'];
  if (non2xx + errors > 0) throw new Error(`${target?.url}: ${answers} answers, ${non2xx} refusals, ${errors} errors`);
  return { answers, rate: answers / duration, ...latency };
}

type Seen = Awaited<ReturnType<typeof ask>>;

/** @param seen of the bare server and of the service */
function rateRow(text: string, connections: number, seen: readonly (readonly Seen[])[]): Cell[] {
  const [bare = [], service = []] = seen.map((all) => all.map(({ rate }) => rate));
  const waits = seen.map((all) => [all.map(({ p50 }) => p50), all.map(({ p99 }) => p99)].map(median).join(' / '));
  const rates = [bare, service].map((all) => Math.round(median(all)));
  return [text, connections, ...rates, ...compared(service, bare), ...waits];
}

/** Requests come at their times whatever becomes of the ones before. */
async function fixedRates(
  [text, capacity]: readonly [string, number],
  target: Target | undefined,
  rounds: number,
): Promise<Cell[][]> {
  const load = { connections: 64, duration: 5 * SECONDS };
  const measures = SHARES.map((share) => () => ask(target, { ...load, overallRate: capacity * share }));
  const seen = await inTurns(rounds, measures);
  return SHARES.map((share, at): Cell[] => {
    const all = seen[at] ?? [];
    const waits = [all.map(({ p50 }) => p50), all.map(({ p99 }) => p99), all.map(({ p99_9 }) => p99_9)];
    return [text, inPercent(share), Math.round(capacity * share), ...waits.map(median), spread(waits[1] ?? [])];
  });
}

/** Creations while all that follows from them runs on the same processors, on a fresh stack: it starts empty. */
async function askWholeStack(atEnd: AtEnd): Promise<Seen> {
  const { url: webhookUrl } = await startReceiver(atEnd);
  const { call, origin } = await startStackProcess(atEnd);
  const partner = await call.newPartner({ webhookUrl });
  const [create] = toTargets(origin, partner, partner);
  await ask(create, { connections: MANY, amount: 2 * MANY });
  return ask(create, { connections: MANY, duration: SECONDS });
}

/** What autocannon is given of a request. */
interface Target {
  readonly url: string;
  readonly method?: 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly idReplacement?: true;
}

/** In the order of `REQUESTS`. `[<id>]` becomes another text with each request. */
function toTargets(origin: string, lister: ReadyPartner, creator: ReadyPartner): Target[] {
  const [reading, creating] = [lister, creator].map(({ apiKey }) => ({ 'partner-api-key': apiKey }));
  const headers = {
    ...creating,
    'content-type': 'application/json',
    'idempotency-key': 'key-[<id>]-measured',
  };
  const body = JSON.stringify(crossRamp(creator.userId));
  const api = `${origin}${BASE_PATH}`;
  return [
    { url: `${api}/cross-ramp`, method: 'POST', headers, body, idReplacement: true },
    { url: `${api}/transactions/${lister.transactionIds[0]}`, headers: { ...reading } },
    { url: `${api}/transactions?limit=20`, headers: { ...reading } },
  ];
}

/** Makes the records on one database, and starts both servers: the bare one first, then the service. */
async function startSides(atEnd: AtEnd, stored: number) {
  // The first creation of a partner saves the payout account that all later ones find.
  const { database, partners } = await makePartners(atEnd, [{ completed: stored }, { completed: 1 }]);
  const [lister, creator] = partners;
  if (lister === undefined || creator === undefined) throw new Error('Two partners were asked for');
  const { calls, routes } = await withCleanUp(async (closing) => {
    const recorder = new Recorder(closing);
    const seen = await startStackProcess(closing, {
      apiOnly: true,
      database: await recorder.before(database),
    });
    return seeCalls(recorder, toTargets(seen.origin, lister, creator));
  });
  const service = await startStackProcess(atEnd, { apiOnly: true, database });
  useLocalTable(database, service.tableName);
  const bare = await startChild<typeof bareServer>('bare/server-process.ts', atEnd);
  const url = await bare.call.listen(routes);
  const targets = toTargets(service.origin, lister, creator);
  const bareTargets = targets.map((target, at) => ({ ...target, url: `${url}/${at}` }));
  return [
    { calls, targets: bareTargets, cpuMs: () => bare.call.cpuMs() },
    { calls, targets, cpuMs: () => service.call.cpuMs() },
  ];
}

/** Records what the service calls for each request, and builds the bare server's routes of it. */
async function seeCalls(recorder: Recorder, targets: readonly Target[]) {
  const send = async ({ url, method, headers, body }: Target): Promise<string> => {
    const idempotent = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
    const sent = { headers: { ...headers, ...idempotent }, ...(method && { method }), ...(body && { body }) };
    return (await fetch(url, sent)).text();
  };
  const calls: Call[][] = [];
  const routes: Parameters<(typeof bareServer)['listen']>[0][number][] = [];
  for (const [at, target] of targets.entries()) {
    // A process reads a key once and remembers it.
    await send(target);
    const other = ids(await recorder.record(() => send(target)));
    let text = '';
    const own = await recorder.record(async () => {
      text = await send(target);
    });
    const renewed = ids(own).filter((id) => !other.includes(id));
    const answer = target.method === 'POST' ? { text } : ({ items: true } as const);
    routes.push({ path: `/${at}`, renewed, folder: (await buildBare(own, { answer, renewed })).folder });
    calls.push(own);
  }
  return { calls, routes };
}

/** What may belong to one request alone: ids, and digests of keys. */
function ids(calls: readonly Call[]): string[] {
  const texts = calls.map(({ body }) => body).join(' ');
  return [...new Set(texts.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{64}\b/g))];
}

function inWords(calls: readonly Call[]): string {
  const names = calls.map(operation);
  return [...new Set(names)].map((name) => `${names.filter((one) => one === name).length} ${name}`).join(', ');
}
