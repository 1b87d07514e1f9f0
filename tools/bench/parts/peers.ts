import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { ensureTable, type TableProperties } from '#local/engines/dynamodb/table';
import { proxyEvent } from '#local/gateway/proxy-event';
import { Partner } from '#local/partner/partner';
import { BASE_PATH } from '#shared/contract/endpoints';
import { consumedUnits } from '#test/support/metering/counts';
import { type Call, operation } from '#test/support/metering/http-calls';
import { ESM_BUNDLE } from '../bare/build';
import { prepareColdStarts } from '../functions/cold-start';
import { type BuiltFunction, measureWarmCpu, startFunction, toBuilt } from '../functions/subject';
import { ensureRuntimeClient, RUNTIME_NAME } from '../installation';
import { type AtEnd, temporaryFolder, withCleanUp } from '../processes';
import { definePart, type Row } from '../report/part';
import { column, compared, inTurns, median, ratios, rounded } from '../report/statistics';
import { makePartners, startStackProcess } from '../stack/stack';

const ROOT = join(import.meta.dirname, '../../..');
const IDEMPOTENCY_TABLE = 'idempotency';
/** Timeout of the function that the benchmark kills. The idempotency lock of the killed function expires after this time. */
const TIMEOUT_MS = 1500;
/** Additional wait, because some locks expire at whole seconds. */
const MARGIN_MS = 1200;
/**
 * DynamoDB bills a refused write by the size of its item, here below 1 KB (developer guide, "Capacity Unit Consumption for
 * Writes"). The local engine reports no units for refused writes.
 */
const REFUSED_WRITE_UNITS = 1;

const CPU = { warmUpCalls: 4000, rounds: 21, batchCalls: 400 };
const QUICK_CPU = { warmUpCalls: 600, rounds: 5, batchCalls: 100 };

/** Compares the creation of a cross-ramp in the service with the same creation through a common library (Powertools). */
export const peers = definePart('peers', ({ quick, progress }) =>
  withCleanUp(async (atEnd) => {
    ensureRuntimeClient();
    const setting = await startSetting(atEnd);
    progress('operations and crashes');
    const sides: Awaited<ReturnType<typeof observe>>[] = [];
    for (const side of setting.sides) sides.push(await observe(side, setting));
    progress('starts and processor time');
    const start = await prepareColdStarts(atEnd);
    const starting = sides.map((side) => () => start(side));
    // Start each function once without measuring: the first start reads the files from disk.
    await inTurns(1, starting);
    const starts = await inTurns(quick ? 3 : 15, starting);
    const cpu = await measureWarmCpu(sides, quick ? QUICK_CPU : CPU);
    const responses = starts.map((seen) => column(seen, 'responseMs'));
    const times = column(cpu, 'us');
    const [own, peer] = sides.map(({ created, replayed }) => [units(created).writes, units(replayed).writes]);
    const [fewer = 0, fewerReplayed = 0] = (peer ?? []).map((writes, at) => writes - (own?.[at] ?? 0));
    const operations = (request: string, kind: 'created' | 'replayed') =>
      sides.map(({ name, [kind]: calls }): Row => {
        const names = calls.map((call) => `${operation(call)}${call.status === 200 ? '' : ' (refused)'}`);
        return [request, name, calls.length, units(calls).reads, units(calls).writes, names.join(', ')];
      });
    return {
      rows: [
        sides.map(({ name, bytes }, at) => {
          const ms = [column(starts[at], 'initMs'), responses[at] ?? []].map((all) => rounded(median(all), 1));
          return [name, Math.round(bytes / 1000), ...ms, ...compared(responses[at], responses[0])];
        }),
        sides.map(({ name }, at) => {
          const us = Math.round(median(times[at] ?? []));
          return [name, cpu[at]?.calls ?? 0, us, ...compared(times[at], times[0])];
        }),
        [...operations('new request', 'created'), ...operations('its replay', 'replayed')],
        sides.map(({ name, atOnce, later, stored }) => [name, atOnce, later, stored]),
      ],
      values: [
        ...[
          fewer,
          fewer + fewerReplayed,
          median(ratios(responses[0], responses[1])),
          median(ratios(times[0], times[1])),
        ],
        (sides[0]?.stored ?? 0) - 1,
      ],
      texts: { runtime: RUNTIME_NAME, timeoutS: TIMEOUT_MS / 1000 },
    };
  }),
);

/** Bundles the function as the documentation of Powertools recommends: an ES module that includes CommonJS dependencies. */
async function buildPeer(environment: BuiltFunction['environment']): Promise<BuiltFunction> {
  const folder = temporaryFolder();
  const outfile = join(folder, 'index.mjs');
  const sdk = ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb', '@aws-sdk/util-dynamodb'];
  await build({
    ...{ ...ESM_BUNDLE, absWorkingDir: ROOT, outfile, target: 'node24' },
    entryPoints: ['tools/bench/peers/powertools/handler.ts'],
    // Use one copy of the SDK, and remove the crash points of tests.
    alias: {
      ...Object.fromEntries(sdk.map((name) => [name, join(ROOT, 'node_modules', name)])),
      '#shared/platform/observability/crash-point': join(ROOT, 'shared/platform/observability/crash-point-absent.ts'),
    },
  });
  return { name: 'Powertools idempotency', folder, bytes: statSync(outfile).size, environment };
}

/**
 * Prepares two functions that create cross-ramps: the service's function, and a function with the library Powertools. Both use
 * the table of a local stack with one partner and no rate limit.
 */
async function startSetting(atEnd: AtEnd) {
  const { database, partners } = await makePartners(atEnd, [{ users: 4 }]);
  const [ready] = partners;
  if (ready === undefined) throw new Error('A partner was asked for');
  const properties: TableProperties = {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  };
  await ensureTable({ endpoint: database, tableName: IDEMPOTENCY_TABLE, properties });
  const stack = await startStackProcess(atEnd, { apiOnly: true, database });
  const service = { ...toBuilt(stack, 'createCrossRamp'), name: 'the service' };
  const peer = await buildPeer({ ...service.environment, IDEMPOTENCY_TABLE_NAME: IDEMPOTENCY_TABLE });
  const partner = new Partner({ ...ready, baseUrl: stack.baseUrl });
  const unused = [...ready.userIds];
  return {
    sides: [service, peer],
    /** Returns the id of a verified user that no request has used before. */
    newUser: () => unused.pop() ?? '',
    request(userId: string) {
      const headers = {
        ...{ host: 'localhost', accept: 'application/json', 'content-type': 'application/json' },
        ...{ 'partner-api-key': ready.apiKey, 'idempotency-key': crypto.randomUUID() },
      };
      const path = `${BASE_PATH}/cross-ramp`;
      const received = { method: 'POST', path, query: '', rawHeaders: Object.entries(headers).flat() };
      const body = Buffer.from(JSON.stringify(partner.crossRamp(userId)));
      const stage = { apiId: 'local', stage: 'sandbox', stageVariables: undefined };
      const frame = { ...stage, requestId: crypto.randomUUID(), resource: path, parameters: {} };
      return proxyEvent({ ...received, body, sourceIp: '127.0.0.1', port: 443 }, frame, new Date());
    },
    transactions: (userId: string) => partner.get(`/transactions?userId=${userId}`),
  };
}

/**
 * Sends the same creation to two processes of a function, for a user with a stored bank account, as in most requests. Then sends
 * a creation for another user, kills the process after its transactional write, and repeats the request in another process.
 * @returns the function, its database calls (without reads of the API key), and the results after the crash
 */
function observe(side: BuiltFunction, setting: Awaited<ReturnType<typeof startSetting>>) {
  const { newUser, request, transactions } = setting;
  return withCleanUp(async (atEnd) => {
    /** Sends a creation to a new process. */
    const create = async (event: unknown, crashOn?: string) => {
      const { call } = await startFunction(atEnd, side);
      const { status, text, calls } = await call.invoke(event, TIMEOUT_MS, crashOn);
      if (status !== 201) throw new Error(`${side.name} returned ${status}: ${text}`);
      return calls;
    };
    const known = newUser();
    await create(request(known));
    const event = request(known);
    const calls = await create(event);
    const atMs = Date.now();
    const [created = [], replayed = []] = [calls, await create(event)].map((all) =>
      all.filter((call) => operation(call) !== 'GetItem'),
    );

    const userId = newUser();
    const crashed = request(userId);
    const other = await startFunction(atEnd, side);
    await create(crashed, 'TransactWriteItems').catch(() => undefined);
    const repeat = async () => {
      const { status, text } = await other.call.invoke(crashed, TIMEOUT_MS);
      return `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
    };
    const atOnce = await repeat();
    await sleep(TIMEOUT_MS + MARGIN_MS);
    const crash = { atOnce, later: await repeat(), stored: Number((await transactions(userId)).body.data.count) };
    return { ...side, event, status: 201, calls, atMs, created, replayed, ...crash };
  });
}

/** Returns the units that the local database reports, plus the units that DynamoDB bills for refused writes. */
function units(calls: readonly Call[]): { reads: number; writes: number } {
  const sum = { reads: 0, writes: 0 };
  for (const call of calls) {
    const { reads, writes } = consumedUnits(call);
    sum.reads += reads;
    sum.writes += call.status === 200 ? writes : REFUSED_WRITE_UNITS;
  }
  return sum;
}
