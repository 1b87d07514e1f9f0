import { join } from 'node:path';
import { useLocalTable } from '#local/start/local-table';
import { endpoints } from '#shared/contract/endpoints';
import type { Call } from '#test/support/metering/http-calls';
import { buildBare, ITEMS } from '../bare/build';
import { ask, REQUESTS, type Seen, type Target, toTargets } from '../load/requests';
import { type AtEnd, startChild, temporaryFolder, withCleanUp } from '../processes';
import { type Cell, definePart, type Row } from '../report/part';
import {
  column,
  compared,
  inTurns,
  inWords,
  median,
  percentile,
  ratios,
  rounded,
  steadily,
} from '../report/statistics';
import { acceptWebhooks, makePartners, type StackProcess, startStackProcess } from '../stack/stack';

/** Index of the cross-ramp creation in `REQUESTS`. */
const CREATION = 1;
/** Number of connections in the measurements that the limits (`bars`) in `parts.json` apply to. */
const MANY = 16;
/** `rounds`: number of rounds for each number of connections. `others`: number of rounds with the whole stack. */
const FULL = { rounds: Object.entries({ 1: 3, [MANY]: 11, 64: 3 }), warmUp: 1, others: 3, stored: 200 };
const QUICK = { rounds: Object.entries({ [MANY]: 2 }), warmUp: 0.15, others: 1, stored: 30 };
const SECONDS = 2;
const QUIET_MS = 200;

export const throughput = definePart('throughput', ({ quick, progress }) =>
  withCleanUp(async (atEnd) => {
    const scale = quick ? QUICK : FULL;
    const { sides, asked } = await startSides(atEnd, scale.stored);
    const [rates, cpu, values]: [Row[], Row[], number[]] = [[], [], []];
    for (const [at, { text, warmUp }] of REQUESTS.entries()) {
      for (const { targets } of sides) await ask(targets[at], { connections: MANY, amount: warmUp * scale.warmUp });
      for (const [name, rounds] of scale.rounds) {
        const connections = Number(name);
        progress(`${text}, ${connections} connections`);
        const measures = sides.map(({ targets, call }) => async () => {
          const before = await call.cpuMs();
          const seen = await ask(targets[at], { connections, duration: SECONDS });
          return { ...seen, cpuMs: ((await call.cpuMs()) - before) / seen.responses };
        });
        const { measured: seen, runs } = await steadily(
          () => inTurns(rounds, measures),
          overBoth,
          quick || connections !== MANY,
        );
        rates.push([...rateRow(text, connections, seen), runs]);
        if (connections !== MANY) continue;
        const cpuMs = seen.map((one) => column(one, 'cpuMs'));
        cpu.push([text, ...cpuMs.map((ms) => rounded(median(ms))), ...overOthers(cpuMs)]);
        values.push(...overBoth(seen).map((all) => percentile(all, 0.25)));
      }
    }
    progress('everything running');
    const wholeStack = await inTurns(scale.others, [
      () => ask(sides[0]?.targets[CREATION], { connections: MANY, duration: SECONDS }),
      () => withCleanUp(askWholeStack),
    ]);
    const running = rateRow(REQUESTS[CREATION].text, MANY, wholeStack);
    const calls = REQUESTS.map(({ text }, at) => [text, asked[at] ?? '']);
    return { rows: [rates, cpu, [running], calls], values, texts: { many: MANY } };
  }),
);

/** Returns two ratios for each round: the service's rate over the bare server's rate, and over the bare handler's rate. */
function overBoth(seen: readonly (readonly Seen[])[]): number[][] {
  const [server, handler, service] = seen.map((one) => column(one, 'rate'));
  return [ratios(service, server), ratios(service, handler)];
}

/**
 * Returns a row with the rates, their ratios and the latencies.
 * @param seen figures of all compared implementations; the last one is compared with each of the others
 */
function rateRow(text: string, connections: number, seen: readonly (readonly Seen[])[]): Row {
  const rates = seen.map((all) => column(all, 'rate'));
  const waits = seen.map((all) => [column(all, 'p50'), column(all, 'p99')].map(median).join(' / '));
  return [text, connections, ...rates.map((all) => Math.round(median(all))), ...overOthers(rates), ...waits];
}

/** Compares the figures of the last implementation with those of every other implementation. */
function overOthers(sides: readonly (readonly number[])[]): Cell[] {
  return sides.slice(0, -1).flatMap((other) => compared(sides.at(-1), other));
}

/** Measures creations while their follow-up work runs on the same machine. Uses a new stack with an empty table. */
async function askWholeStack(atEnd: AtEnd): Promise<Seen> {
  const webhookUrl = await acceptWebhooks(atEnd);
  const { call, baseUrl } = await startStackProcess(atEnd);
  const partner = await call.newPartner({ webhookUrl });
  const create = toTargets(baseUrl, partner, partner)[CREATION];
  await ask(create, { connections: MANY, amount: 2 * MANY });
  return ask(create, { connections: MANY, duration: SECONDS });
}

/**
 * Creates two partners with users and transactions in one database. Then starts three servers on this database: the bare server,
 * the local stack with bare handlers, and the local stack with the service (docs/benchmarks.md, "Throughput").
 */
async function startSides(atEnd: AtEnd, stored: number) {
  // Each partner creates a cross-ramp in advance: the first creation saves the bank account that later creations find.
  const { database, tableName, partners } = await makePartners(atEnd, [{ completed: stored }, { completed: 1 }]);
  const [lister, creator] = partners;
  if (lister === undefined || creator === undefined) throw new Error('Two partners were asked for');
  const functionsDir = temporaryFolder();
  const { asked, folders } = await withCleanUp(async (closing) => {
    const stack = await startStackProcess(closing, { apiOnly: true, database, counts: true });
    return buildHandlers(stack, toTargets(stack.baseUrl, lister, creator), functionsDir);
  });
  useLocalTable(database, tableName);
  const server = startChild<typeof import('../bare/server-process')>('bare/server-process.ts', atEnd);
  const url = await server.call.serveBare(folders);
  const bare = await startStackProcess(atEnd, { apiOnly: true, database, functionsDir });
  const service = await startStackProcess(atEnd, { apiOnly: true, database });
  const stacks = [bare, service].map(({ call, baseUrl }) => ({ call, targets: toTargets(baseUrl, lister, creator) }));
  const targets = stacks[0]?.targets.map((target, at) => ({ ...target, url: `${url}/${at}` })) ?? [];
  return { sides: [{ call: server.call, targets }, ...stacks], asked };
}

/** Records the service's AWS calls for each request. Then builds bare handlers in `functionsDir`; they make the same calls. */
async function buildHandlers({ call }: StackProcess, targets: readonly Target[], functionsDir: string) {
  const send = async (target: Target) => {
    await call.count();
    const headers = { ...target.headers, 'idempotency-key': crypto.randomUUID() };
    const response = await fetch(target.url, { ...target, headers });
    return { text: await response.text(), ...(await call.counted(QUIET_MS)) };
  };
  const [asked, folders]: [string[], string[]] = [[], []];
  for (const [at, target] of targets.entries()) {
    // Do not record the first request. It loads the API key and the key for payment links, and the process caches both.
    await send(target);
    const other = ids((await send(target)).made);
    const { text, made, calls } = await send(target);
    const renewed = ids(made).filter((id) => !other.includes(id));
    const response = target.method === 'POST' ? JSON.stringify(text) : ITEMS;
    const folder = join(functionsDir, endpoints.find(({ id }) => id === REQUESTS[at]?.id)?.folder ?? '');
    folders.push((await buildBare(made, { response, renewed, folder })).folder);
    asked.push(inWords(calls, 1));
  }
  return { asked, folders };
}

/** Returns the values in the calls that can change with each request: ids, and digests of idempotency keys. */
function ids(calls: readonly Call[]): string[] {
  const texts = calls.map(({ body }) => body).join(' ');
  return [...new Set(texts.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{64}\b/g))];
}
