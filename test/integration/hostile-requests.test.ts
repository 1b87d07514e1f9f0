import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { hostileCredentials, posted } from '#test/support/hostile/credentials';
import { hostileIds } from '#test/support/hostile/foreign-ids';
import { hostileInjections } from '#test/support/hostile/injections';
import { hostileNumbers } from '#test/support/hostile/numbers';
import { hostileTexts } from '#test/support/hostile/texts';
import { hostileWire } from '#test/support/hostile/wire';
import { atRest, call, type Hostile, hostileWorld, MARK } from '#test/support/hostile/world';
import { leaksIn } from '#test/support/log-canary';
import { ownStack } from '#test/support/own-stack';
import { exchange, type RawResponse } from '#test/support/raw-http';
import { signedCallback } from '#test/support/servers/loopback-provider';
import { openTableStream } from '#test/support/table-stream';

const running = await ownStack();
const port = Number(new URL(running.baseUrl).port);
const world = await hostileWorld(running);
const stream = await openTableStream(running.stack);
afterAll(stream.close);

/** Items that every request changes: the rate counters of a partner. */
const COUNTED = /"PK":\{"S":"RATE#/;
/** Returns an item without `lastUsedOn`, which the first request after midnight changes. */
const contentOf = ({ lastUsedOn: _day, ...image }: Readonly<Record<string, unknown>> = {}) => JSON.stringify(image);
/** Returns the items that were written or deleted since the last call. */
const changed = async () =>
  (await stream.read())
    .filter(({ dynamodb }) => contentOf(dynamodb.OldImage) !== contentOf(dynamodb.NewImage))
    .map(({ eventName, dynamodb }) => `${eventName} ${JSON.stringify(dynamodb.Keys)}`)
    .filter((change) => !COUNTED.test(change));
await atRest(running, changed);

/** Texts that reveal internals: paths, code names and stack traces. */
const INSIDE =
  /\bat \S+ \(|\.[cm]?[jt]s\b(?!")|node_modules|\/(work|home|tmp|var\/task|etc)\/|\b[PS]K["'#:=]|attribute_|DynamoDB|dynamodb|\w+Exception\b|\b(Type|Range|Syntax|Reference|Zod)Error\b|arn:aws|root:x:/;

function expectSilence(responses: readonly RawResponse[]): void {
  const transcript = responses.map(({ head, text }) => `${head}\n${text}`).join('\n');
  expect(transcript).not.toMatch(INSIDE);
  for (const secret of [running.stack.tableName, MARK, world.linkToken, world.victim.apiKey, world.own.apiKey])
    expect(transcript.includes(secret), secret).toBe(false);
}

function codeIn(text: string): string | undefined {
  return /^\{"success":false,"code":"(\w+)"/.exec(text)?.[1];
}

const groups: readonly (readonly [string, readonly Hostile[]])[] = [
  ['injections', hostileInjections],
  ['numbers', hostileNumbers],
  ['texts', hostileTexts],
  ['the wire', hostileWire],
  ['credentials', hostileCredentials],
  ['foreign ids', hostileIds],
];

describe.each(groups)('hostile requests: %s', (_, rows) => {
  it.each(rows)('$name', async ({ bytes, status, code, cut }) => {
    const responses = await exchange(port, bytes(world), { cut: cut ?? false });
    const [first] = responses;
    expect([first?.status, codeIn(first?.text ?? '')], first?.text.slice(0, 400)).toEqual([status, code]);
    // The bytes after a request were not parsed as a second request.
    expect(responses).toHaveLength(1);
    expectSilence(responses);
    expect(await changed()).toEqual([]);
  });
});

it('a valid report of a provider that an eavesdropper replays changes nothing', async () => {
  const id = world.victim.transactionId;
  const report = { provider: 'banking', eventId: randomUUID(), transactionId: id, type: 'DEPOSIT_RECEIVED' };
  const seen = signedCallback(report, world.providerEventsSecret);
  const result = async (message: typeof seen) => {
    const [response] = await exchange(port, posted(message));
    return /"result":"(\w+)"/.exec(response?.text ?? '')?.[1];
  };
  expect(await result(seen)).toBe('APPLIED');
  expect(await changed()).toContainEqual(expect.stringMatching(`MODIFY .*"TX#${id}"`));
  await atRest(running, changed);
  for (let time = 0; time < 5; time += 1) expect(await result(seen)).toBe('DUPLICATE');
  // The same report with another message id is a duplicate.
  expect(await result(signedCallback(report, world.providerEventsSecret))).toBe('DUPLICATE');
  expect(await changed()).toEqual([]);
});

it('afterwards the log holds no failure and nothing of what was sent, and the stack responds', async () => {
  const log = readFileSync(running.logFile, 'utf8');
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => /"level":"error"|"status":5\d\d|INTERNAL_SERVER_ERROR/.test(line))).toEqual([]);
  const { victim, own, linkToken, providerEventsSecret } = world;
  expect(leaksIn(log, [MARK, victim.apiKey, own.apiKey, linkToken, providerEventsSecret])).toEqual([]);
  expect(log).not.toContain(MARK);
  expect(Object.keys(Object.prototype)).toEqual([]);
  const [response] = await exchange(port, call(world, 'GET', `/transactions/${own.transactionId}`));
  expect([response?.status, response?.text.includes(own.transactionId)]).toEqual([200, true]);
});

it('the tables hold more than sixty requests, each with its own refusal', () => {
  const rows = groups.flatMap(([, table]) => table);
  expect(rows.length).toBeGreaterThan(60);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  expect(rows.filter(({ status }) => status < 400 || status > 499)).toEqual([]);
});
