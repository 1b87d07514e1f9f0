import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartnerRamp } from '#sdk/client';
import { outcome, refusal, scriptedClient, success } from './scripted-fetch';

beforeEach(() => void vi.useFakeTimers({ now: 1_768_000_000_000 }));
afterEach(() => void vi.useRealTimers());

type Method = (...args: never[]) => unknown;

/** Expects that a call fails with an error about its arguments. */
async function expectRefused(resource: object, method: Method, args: readonly unknown[], message: string) {
  const error = await outcome(Promise.resolve(Reflect.apply(method, resource, args)));
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
}

describe('an argument', () => {
  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [42, '42'],
    [Number.NaN, 'NaN'],
    [{ userId: 'u' }, 'Object'],
    [['u'], 'Array'],
    [Promise.resolve('u'), 'Promise'],
    [() => 'u', 'a function'],
    [' ', '" "'],
    ['undefined', '"undefined"'],
    ['null', '"null"'],
    ['[object Object]', '"[object Object]"'],
  ])('refuses the id %o', async (id, got) => {
    const { client, sent } = scriptedClient([() => success({})]);
    await expectRefused(client.users, client.users.get, [id], `userId must be a UUID, got ${got}`);
    await expectRefused(client.transactions, client.transactions.get, [id], `id must be a UUID, got ${got}`);
    expect(sent).toEqual([]);
  });

  it('has its query before its options, and refuses the one in the place of the other', async () => {
    const { client, sent } = scriptedClient([() => success({})]);
    const { signal } = new AbortController();
    await outcome(client.capabilities.get({ userId: 'u' }, { signal }));
    expect(sent.map(({ url }) => url.search)).toEqual(['?userId=u']);
    for (const [args, message] of [
      [[{ timeoutMs: 500 }], '"timeoutMs" is an option of the call, not a query parameter'],
      [[{ signal }], '"signal" is an option of the call'],
      [['u'], 'query must be an object, got "u"'],
      [[new Map([['userId', 'u']])], 'query must be an object, got Map'],
      [[{}, { userId: 'u' }], '"userId" is not an option of a call'],
      [[{}, null], 'options must be an object, got null'],
      [[{}, { headers: new Headers() }], 'headers must be an object, got Headers'],
      [[{}, { idempotencyKey: '' }], 'idempotencyKey must be a non-empty text, got ""'],
      [[{}, { requestId: 7 }], 'requestId must be a non-empty text, got 7'],
      [[{}, { signal: new AbortController() }], 'signal must be an AbortSignal'],
    ] as const) {
      await expectRefused(client.capabilities, client.capabilities.get, args, message);
    }
    expect(sent).toHaveLength(1);
  });
});

describe('limits', () => {
  const infinite = Number.POSITIVE_INFINITY;
  const timeouts = [0, -1, 0.5, Number.NaN, infinite, 2 ** 31, '5000', null, 5n, true, new Date(5)];
  const pauses = [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '250', null, {}];
  const retries = [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1001, '4', null, [4]];
  const cases = [
    ...['timeoutMs', 'attemptTimeoutMs'].flatMap((name) => timeouts.map((value) => [name, value] as const)),
    ...['initialBackoffMs', 'maxBackoffMs', 'maxRetryAfterMs'].flatMap((name) =>
      pauses.map((value) => [name, value] as const),
    ),
    ...retries.map((value) => ['maxRetries', value] as const),
  ];

  it.each(cases)('are refused: %s of %o, of a client and of a call', async (name, value) => {
    const expected = new RegExp(`^${name} must be a (whole )?number from [01] to \\d+, got `);
    expect(() => scriptedClient([], { [name]: value })).toThrow(TypeError);
    expect(() => scriptedClient([], { [name]: value })).toThrow(expected);
    const { client, sent } = scriptedClient([() => success({})]);
    const error = await outcome(client.users.create({ type: 'INDIVIDUAL', email: 'a@b.co' }, { [name]: value }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: expect.stringMatching(expected) });
    expect(sent).toEqual([]);
  });

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '200', null])(
    'are refused: a pollIntervalMs of %o',
    (pollIntervalMs) => {
      const { client } = scriptedClient([() => success({})]);
      const { follow } = client.changes;
      expect(() => Reflect.apply(follow, client.changes, [{}, { pollIntervalMs }])).toThrow(/^pollIntervalMs must be/);
    },
  );

  it('are taken at their bounds, without a timer that fires at once', async () => {
    const most = 2 ** 31 - 1;
    const options = { timeoutMs: most, attemptTimeoutMs: most, maxRetryAfterMs: most, maxRetries: 1_000 };
    const { client, sent } = scriptedClient([() => 'silence'], options);
    const controller = new AbortController();
    const call = client.users.get('u', { signal: controller.signal }).catch(() => 'ended');
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(sent).toHaveLength(1);
    controller.abort();
    expect(await call).toBe('ended');
  });

  const inAMonth = new Date(1_768_000_000_000 + 30 * 86_400_000).toUTCString();
  it.each(['2592000', inAMonth, '99999999999999999999', '4294967', '2147484'])(
    'end a call at a Retry-After of %s, whatever is allowed',
    async (retryAfter) => {
      const limits = { maxRetryAfterMs: 2 ** 31 - 1, timeoutMs: 2_147_000_000 };
      const limited = () => refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': retryAfter });
      const { client, sent } = scriptedClient([limited], limits);
      expect(await outcome(client.users.get('u'))).toMatchObject({ status: 429, attempts: 1 });
      expect(sent).toHaveLength(1);
    },
  );

  it.each(['-5', '1.5', '5 apples', 'soon'])('leave out a Retry-After of %s, which no server means', async (value) => {
    const { client } = scriptedClient([() => refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': value })]);
    expect(await outcome(client.users.get('u', { maxRetries: 0 }))).toMatchObject({ retryAfterMs: undefined });
  });
});

describe('content', () => {
  const cyclic: Record<string, unknown> = { name: 'a' };
  cyclic.self = cyclic;
  it.each<[unknown, string]>([
    [{ sourceAmount: Number.NaN }, 'body.sourceAmount must be a finite number, got NaN'],
    [{ sourceAmount: Number.POSITIVE_INFINITY }, 'body.sourceAmount must be a finite number, got Infinity'],
    [{ a: { b: [1, { c: Number.NEGATIVE_INFINITY }] } }, 'body.a.b[1].c must be a finite number, got -Infinity'],
    [{ a: Object(Number.NaN) }, 'body.a must be'],
    [{ a: { toJSON: () => Number.NaN } }, 'body.a must be a finite number, got NaN'],
    [{ a: 10n }, 'got a bigint'],
    [{ a: () => 1 }, 'got a function'],
    [{ a: Symbol('s') }, 'got a symbol'],
    [{ a: [undefined] }, 'body.a[0] must be'],
    [{ a: new Array(1) }, 'body.a[0] must be'],
    [{ a: new Map() }, 'body.a must be a value that JSON can contain (text, number, boolean, list or object), got Map'],
    [{ a: new Set() }, 'got Set'],
    [{ a: Promise.resolve(1) }, 'got Promise'],
    [{ a: new Uint8Array(1) }, 'got Uint8Array'],
    [{ a: Buffer.from('a') }, 'got Uint8Array'],
    [{ a: new Date(Number.NaN) }, 'body.a must be a valid Date'],
    [{ a: cyclic }, 'body.a.self contains itself'],
    [[], 'body must be an object, got Array'],
    ['{}', 'body must be an object, got "{}"'],
    [null, 'body must be an object, got null'],
    [Number.NaN, 'body must be an object, got NaN'],
  ])('is refused before it is sent: %o', async (body, message) => {
    const { client, sent } = scriptedClient([() => success({})]);
    await expectRefused(client.quotes, client.quotes.create, [body], message);
    expect(sent).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{ limit: Number.NaN }, 'query.limit must be a finite number, got NaN'],
    [{ status: ['PENDING', Number.POSITIVE_INFINITY] }, 'query.status[1] must be a finite number'],
    [{ limit: 5n }, 'query.limit must be'],
    [{ status: {} }, 'query.status must be'],
    [{ status: [undefined] }, 'query.status[0] must be'],
    [{ status: () => '' }, 'got a function'],
    [{ createdFrom: new Date(Number.NaN) }, 'query.createdFrom must be a valid Date'],
    [new URLSearchParams('limit=5'), 'query must be an object, got URLSearchParams'],
  ])('is refused in a query: %o', async (query, message) => {
    const { client, sent } = scriptedClient([() => success({ data: [] })]);
    await expectRefused(client.transactions, client.transactions.list, [query], message);
    expect(sent).toEqual([]);
  });

  it('is sent as JSON writes it: instants, zeros, what is left out, and an object twice', async () => {
    const { client, sent } = scriptedClient([() => success({ data: [] })]);
    const at = new Date(0);
    const twice = { b: -0 };
    const body = { at, twice, again: twice, list: [null, twice], left: undefined, url: new URL('https://a.example') };
    await outcome(Promise.resolve(Reflect.apply(client.quotes.create, client.quotes, [body])));
    const query = { at, n: -0, l: [1, true] };
    await outcome(Promise.resolve(Reflect.apply(client.transactions.list, client.transactions, [query])));
    expect(sent[0]?.body).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","twice":{"b":0},"again":{"b":0},"list":[null,{"b":0}],"url":"https://a.example/"}',
    );
    expect(sent[1]?.url.search).toBe('?at=1970-01-01T00%3A00%3A00.000Z&n=0&l=1%2Ctrue');
  });
});

describe('the options of a client', () => {
  it.each([
    [undefined, 'PartnerRamp requires options: new PartnerRamp({ apiKey: '],
    [null, 'PartnerRamp requires options'],
    ['ramp_sbx_k', 'PartnerRamp requires options'],
    [{}, 'baseUrl is missing. Pass the URL of the API, for example "https://api.example.com"'],
    [{ baseUrl: '' }, 'baseUrl is missing'],
    [{ baseUrl: null }, 'baseUrl is missing'],
    [{ baseUrl: 5 }, 'baseUrl must be an http or https URL, for example "https://api.example.com", got 5'],
    [{ baseUrl: 'api.example.com' }, 'got "api.example.com"'],
    [{ baseUrl: 'localhost:4000' }, 'got "localhost:4000"'],
    [{ baseUrl: 'ftp://api.example.com/a?b' }, 'got "ftp://api.example.com/a…"'],
    [{ baseUrl: 'https://api.example.com/?key=secret' }, 'baseUrl must not contain a query'],
    [{ baseUrl: 'https://api.example.com/#secret' }, 'baseUrl must not contain a query'],
    [{ baseUrl: 'https://me:secret@api.example.com' }, 'baseUrl must not contain a user'],
    [{ baseUrl: 'me:secret@api.example.com' }, 'baseUrl must be an http or https URL'],
    [{ baseUrl: 'https://api.example.com' }, 'apiKey is missing'],
    [{ baseUrl: 'https://api.example.com', apiKey: '' }, 'apiKey is missing'],
    [{ baseUrl: 'https://api.example.com', apiKey: 7 }, 'apiKey must be a text'],
    [{ baseUrl: 'https://api.example.com', apiKey: 'k', fetch: {} }, 'fetch must be a function, got Object'],
    [{ baseUrl: 'https://api.example.com', apiKey: 'k', environment: 'toString' }, 'environment must be'],
  ])('says what %o lacks', (options, message) => {
    const make = () => Reflect.construct(PartnerRamp, [options]);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
    expect(make).not.toThrow('secret');
  });

  it.each([
    ...['', '/', '///', '/api/partner/v2', '/api/partner/v2/', '//api/partner/v2//'].map(
      (end) => `https://a.example${end}`,
    ),
    new URL('https://a.example/api/partner/v2'),
  ])('takes the address %s', async (baseUrl) => {
    const { client, sent } = scriptedClient([() => success({})], { baseUrl: String(baseUrl) });
    await outcome(client.users.get('u'));
    expect(sent.map(({ url }) => url.href)).toEqual(['https://a.example/api/partner/v2/users/u']);
  });
});
