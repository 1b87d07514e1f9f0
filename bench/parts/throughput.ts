import autocannon from 'autocannon';
import type { Call } from '#local/metering/http-calls';
import { useLocalTable } from '#local/start/local-table';
import { BASE_PATH } from '#shared/api/base-path';
import { buildBare, ITEMS } from '../bare/build';
import type { BareRoute } from '../bare/server-process';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import { definePart, type Row } from '../report/part';
import { column, compared, inPercent, inTurns, inWords, median, ratios, rounded, spread } from '../report/statistics';
import { Partner } from '../stack/partner';
import { acceptWebhooks, makePartners, type StackProcess, startStackProcess } from '../stack/stack';
import type { ReadyPartner } from '../stack/stack-process';

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
/** Rounds by the number of connections, and of the other tables. */
const FULL = { rounds: Object.entries({ 1: 3, [MANY]: 11, 64: 3 }), warmUp: 1, others: 3, stored: 200 };
const QUICK = { rounds: Object.entries({ [MANY]: 2 }), warmUp: 0.15, others: 1, stored: 30 };
const SECONDS = 2;
const QUIET_MS = 200;

export const throughput = definePart('throughput', ({ quick, progress }) =>
  withCleanUp(async (atEnd) => {
    const scale = quick ? QUICK : FULL;
    const { sides, asked } = await startSides(atEnd, scale.stored);
    const [rates, cpu, fixed]: [Row[], Row[], Row[]] = [[], [], []];
    const values: number[] = [];
    for (const [at, [text, warmUp]] of REQUESTS.entries()) {
      for (const { targets } of sides) await ask(targets[at], { connections: MANY, amount: warmUp * scale.warmUp });
      for (const [name, rounds] of scale.rounds) {
        const connections = Number(name);
        progress(`${text}, ${connections} connections`);
        const measures = sides.map(({ targets, call }) => async () => {
          const before = await call.cpuMs();
          const seen = await ask(targets[at], { connections, duration: SECONDS });
          return { ...seen, cpuMs: ((await call.cpuMs()) - before) / seen.answers };
        });
        const seen = await inTurns(rounds, measures);
        rates.push(rateRow(text, connections, seen));
        if (connections !== MANY) continue;
        const [bareMs = [], ms = []] = seen.map((one) => column(one, 'cpuMs'));
        cpu.push([text, rounded(median(bareMs)), rounded(median(ms)), ...compared(ms, bareMs)]);
        const [bare, service = []] = seen.map((one) => column(one, 'rate'));
        values.push(rounded(median(ratios(service, bare))));
        fixed.push(...(await fixedRates([text, median(service)], sides[1]?.targets[at], scale.others)));
      }
    }
    progress('everything running');
    const whole = await inTurns(scale.others, [
      () => ask(sides[0]?.targets[0], { connections: MANY, duration: SECONDS }),
      () => withCleanUp(askWholeStack),
    ]);
    const running = rateRow(REQUESTS[0]?.[0] ?? '', MANY, whole);
    const calls = REQUESTS.map(([text], at) => [text, asked[at] ?? '']);
    return { rows: [rates, cpu, fixed, [running], calls], values, texts: { many: MANY } };
  }),
);

/** What autocannon is given of a request. */
interface Target extends Pick<autocannon.Options, 'url' | 'idReplacement'> {
  readonly method?: 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/**
 * As fast as answers come, or at `overallRate`, where latency counts from when a request was due.
 * @throws Error when one answer is not a success: such a run says nothing
 */
async function ask(target: Target | undefined, load: Omit<autocannon.Options, 'url'>) {
  const { non2xx, errors, latency, duration, ...seen } = await autocannon({ url: '', timeout: 60, ...target, ...load });
  const answers = seen['2xx'];
  if (non2xx + errors > 0) throw new Error(`${target?.url}: ${answers} answers, ${non2xx} refusals, ${errors} errors`);
  return { answers, rate: answers / duration, ...latency };
}

type Seen = Awaited<ReturnType<typeof ask>>;

/** @param seen of the bare server and of the service */
function rateRow(text: string, connections: number, seen: readonly (readonly Seen[])[]): Row {
  const [bare = [], service = []] = seen.map((all) => column(all, 'rate'));
  const waits = seen.map((all) => [column(all, 'p50'), column(all, 'p99')].map(median).join(' / '));
  const rates = [bare, service].map((all) => Math.round(median(all)));
  return [text, connections, ...rates, ...compared(service, bare), ...waits];
}

/** Requests come at their times whatever becomes of the ones before. */
async function fixedRates([text, most]: readonly [string, number], target: Target | undefined, rounds: number) {
  const load = { connections: 64, duration: 5 * SECONDS };
  const measures = SHARES.map((share) => () => ask(target, { ...load, overallRate: most * share }));
  const seen = await inTurns(rounds, measures);
  return SHARES.map((share, at): Row => {
    const waits = [column(seen[at], 'p50'), column(seen[at], 'p99'), column(seen[at], 'p99_9')];
    return [text, inPercent(share), Math.round(most * share), ...waits.map(median), spread(waits[1] ?? [])];
  });
}

/** Creations while all that follows from them runs on the same processors, on a fresh stack: it starts empty. */
async function askWholeStack(atEnd: AtEnd): Promise<Seen> {
  const webhookUrl = await acceptWebhooks(atEnd);
  const { call, baseUrl } = await startStackProcess(atEnd);
  const partner = await call.newPartner({ webhookUrl });
  const [create] = toTargets(baseUrl, partner, partner);
  await ask(create, { connections: MANY, amount: 2 * MANY });
  return ask(create, { connections: MANY, duration: SECONDS });
}

/** In the order of `REQUESTS`. `[<id>]` becomes another text with each request. */
function toTargets(baseUrl: string, lister: ReadyPartner, creator: ReadyPartner): Target[] {
  const key = { 'idempotency-key': 'key-[<id>]-measured', 'content-type': 'application/json' };
  const headers = { 'partner-api-key': creator.apiKey, ...key };
  const reading = () => ({ 'partner-api-key': lister.apiKey });
  const body = JSON.stringify(new Partner(creator).crossRamp(creator.userId));
  const api = `${baseUrl}${BASE_PATH}`;
  return [
    { url: `${api}/cross-ramp`, method: 'POST', headers, body, idReplacement: true },
    { url: `${api}/transactions/${lister.transactionIds[0]}`, headers: reading() },
    { url: `${api}/transactions?limit=20`, headers: reading() },
  ];
}

/** Makes the records on one database, and starts both servers: the bare one first, then the service. */
async function startSides(atEnd: AtEnd, stored: number) {
  // The first creation of a partner saves the payout account that all later ones find.
  const { database, partners } = await makePartners(atEnd, [{ completed: stored }, { completed: 1 }]);
  const [lister, creator] = partners;
  if (lister === undefined || creator === undefined) throw new Error('Two partners were asked for');
  const { asked, routes } = await withCleanUp(async (closing) => {
    const stack = await startStackProcess(closing, { apiOnly: true, database, counts: true });
    return seeCalls(stack, toTargets(stack.baseUrl, lister, creator));
  });
  const service = await startStackProcess(atEnd, { apiOnly: true, database });
  useLocalTable(database, service.tableName);
  const bare = startChild<typeof import('../bare/server-process')>('bare/server-process.ts', atEnd);
  const url = await bare.call.serveBare(routes);
  const targets = toTargets(service.baseUrl, lister, creator);
  const bareSide = { targets: targets.map((target, at) => ({ ...target, url: `${url}/${at}` })), call: bare.call };
  return { sides: [bareSide, { targets, call: service.call }], asked };
}

/** Records what the service calls for each request, and builds the bare server's routes of it. */
async function seeCalls({ call }: StackProcess, targets: readonly Target[]) {
  const send = async (target: Target) => {
    await call.count();
    const headers = { ...target.headers, 'idempotency-key': crypto.randomUUID() };
    const answer = await fetch(target.url, { ...target, headers });
    return { text: await answer.text(), ...(await call.counted(QUIET_MS)) };
  };
  const asked: string[] = [];
  const routes: BareRoute[] = [];
  for (const target of targets) {
    // A process reads a key once and remembers it.
    await send(target);
    const other = ids((await send(target)).made);
    const { text, made, calls } = await send(target);
    const renewed = ids(made).filter((id) => !other.includes(id));
    const answer = target.method === 'POST' ? JSON.stringify(text) : ITEMS;
    routes.push({ renewed, folder: (await buildBare(made, { answer, renewed })).folder });
    asked.push(inWords(calls, 1));
  }
  return { asked, routes };
}

/** What may belong to one request alone: ids, and digests of keys. */
function ids(calls: readonly Call[]): string[] {
  const texts = calls.map(({ body }) => body).join(' ');
  return [...new Set(texts.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{64}\b/g))];
}
