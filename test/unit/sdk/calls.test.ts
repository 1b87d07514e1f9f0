import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartnerRamp } from '#sdk/client';
import { RampConnectionError, RampError, RampTimeoutError } from '#sdk/errors';
import type { AttemptReport } from '#sdk/options';
import { brokenConnection, outcome, refusal, scriptedClient, success } from './scripted-fetch';

const pair = { fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' } as const;
const quote = { transactionType: 'ON_RAMP', ...pair } as const;

const keys = (sent: readonly { headers: Headers }[]) => sent.map(({ headers }) => headers.get('idempotency-key'));

beforeEach(() => void vi.useFakeTimers({ now: 1_768_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('a call', () => {
  it('sends key, request id and body, and returns data', async () => {
    const { client, sent } = scriptedClient([() => success({ quoteId: 'q' }, { 'x-request-id': 'r' }, 201)]);
    expect(await outcome(client.quotes.create({ ...quote, fiatAmount: 1000 }))).toEqual({ quoteId: 'q' });
    const [request] = sent;
    expect([request?.method, request?.url.href]).toEqual(['POST', 'https://api.example.com/v/api/partner/v2/quotes']);
    expect(request?.body).toBe(JSON.stringify({ ...quote, fiatAmount: 1000 }));
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'partner-api-key': 'ramp_sbx_test',
      'user-agent': expect.stringMatching(/^partner-ramp-sdk\//),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('sends an idempotency key where the operation takes one, and nowhere else', async () => {
    const { client, sent } = scriptedClient([() => success({})], {});
    await outcome(client.users.get('u', { idempotencyKey: 'of-no-use-to-a-read' }));
    await outcome(client.users.update('u', { alias: 'A' }));
    await outcome(client.webhookSettings.rotateSecret({ idempotencyKey: 'rotation-of-november' }));
    expect(keys(sent)).toEqual([null, null, 'rotation-of-november']);
  });

  it('writes ids and filters into the address, and refuses what is no id', async () => {
    const { client, sent } = scriptedClient([() => success({})]);
    await outcome(client.users.get('a/b?c'));
    await outcome(client.settlementCalendar.get({ country: 'MX', from: '2026-01-01' }));
    expect(sent.map(({ url }) => url.pathname + url.search)).toEqual([
      '/v/api/partner/v2/users/a%2Fb%3Fc',
      '/v/api/partner/v2/settlement-calendar?country=MX&from=2026-01-01',
    ]);
    for (const id of ['', '.', '..']) expect(await outcome(client.users.get(id))).toBeInstanceOf(TypeError);
    expect(sent).toHaveLength(2);
  });

  it('tells what came beside the data', async () => {
    const { client } = scriptedClient([() => success({}, { 'idempotency-replayed': 'true', 'x-request-id': 'r-1' })]);
    const response = await client.offRamps
      .execute({ transactionId: 't' }, { idempotencyKey: 'k'.repeat(16) })
      .withResponse();
    const idempotencyKey = 'k'.repeat(16);
    expect(response).toMatchObject({ status: 200, replayed: true, requestId: 'r-1', idempotencyKey, attempts: 1 });
    expect(response.text).toBe('{"success":true,"data":{}}');
  });

  it('returns a file as bytes', async () => {
    const { client } = scriptedClient([() => new Response('%PDF-1.7')]);
    expect(await outcome(client.signatures.getDocument('u', 'p'))).toEqual(new TextEncoder().encode('%PDF-1.7'));
  });

  it('throws a refusal as it is', async () => {
    const errors = [{ field: 'email', message: 'Taken' }];
    const details = { userId: 'u-1' };
    const docUrl = 'https://api.example.com/guide/errors#CONFLICT';
    const body = { success: false, code: 'CONFLICT', message: 'Taken', errors, details, requestId: 'r-2', docUrl };
    const { client, sent } = scriptedClient([
      () => new Response(JSON.stringify(body), { status: 409, headers: { 'x-request-id': 'r-2' } }),
    ]);
    const error = await outcome(client.users.create({ type: 'INDIVIDUAL', email: 'a@example.com' }));
    expect(error).toBeInstanceOf(RampError);
    const { success: _success, message: _message, ...refused } = body;
    const facts = { attempts: 1, operation: 'createUser', idempotencyKey: keys(sent)[0] };
    expect(error).toMatchObject({ status: 409, ...refused, ...facts });
  });

  it('names the version of the API that its options name, and none by itself', async () => {
    const reactions = [() => success({})];
    const named = scriptedClient(reactions, { apiVersion: '2026-11-26' });
    const unnamed = scriptedClient(reactions);
    for (const { client } of [named, unnamed]) await client.users.get('u');
    const versions = [named, unnamed].map(({ sent }) => sent[0]?.headers.get('partner-ramp-version'));
    expect(versions).toEqual(['2026-11-26', null]);
  });

  it('does not follow a redirect', async () => {
    const { client, sent } = scriptedClient([() => new Response('', { status: 307, headers: { location: '/x' } })]);
    expect(await outcome(client.users.get('u'))).toMatchObject({ status: 307, code: 'UNEXPECTED_RESPONSE' });
    expect(sent).toHaveLength(1);
  });

  it('leaves no rejection unhandled, however the response is taken', async () => {
    const { client } = scriptedClient([() => refusal(404, 'NOT_FOUND')]);
    await expect(client.receivers.get('r').withResponse()).rejects.toBeInstanceOf(RampError);
    await expect(client.receivers.get('r').catch(String)).resolves.toContain('NOT_FOUND');
    await expect(client.receivers.get('r').finally(() => undefined)).rejects.toBeInstanceOf(RampError);
    await expect(Promise.allSettled([client.receivers.get('r')])).resolves.toMatchObject([{ status: 'rejected' }]);
  });
});

describe('a repetition', () => {
  it.each([
    ['a broken connection', () => brokenConnection()],
    ['a response that breaks off', () => new Response('{"success":true,"da')],
    ['a page of a proxy', () => new Response('<html>', { status: 502 })],
    ['500', () => refusal(500, 'INTERNAL_SERVER_ERROR')],
    ['503 with Retry-After', () => refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '1' })],
    ['429', () => refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '2' })],
    ['409 while others are at work', () => refusal(409, 'CONFLICT', { 'retry-after': '1' })],
  ])('follows %s, with the same bytes and key', async (_, failure) => {
    const { client, sent } = scriptedClient([failure, failure, () => success({ quoteId: 'q' })]);
    expect(await outcome(client.quotes.create(quote))).toEqual({ quoteId: 'q' });
    expect(new Set(keys(sent)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 409, 413, 422])('does not follow %d', async (status) => {
    const { client, sent } = scriptedClient([() => refusal(status, 'ANY')]);
    expect(await outcome(client.quotes.create(quote))).toMatchObject({ status, attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  it('ends after the retries that were allowed', async () => {
    const { client, sent } = scriptedClient([brokenConnection], { maxRetries: 2 });
    const error = await outcome(client.quotes.create(quote));
    expect(error).toBeInstanceOf(RampConnectionError);
    expect(error).toMatchObject({ attempts: 3, idempotencyKey: keys(sent)[0], cause: brokenConnection() });
    expect(await outcome(client.quotes.create(quote, { maxRetries: 0 }))).toMatchObject({ attempts: 1 });
  });

  it('waits longer and longer, any time up to a bound', async () => {
    const reports: AttemptReport[] = [];
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9999);
    const onAttempt = (report: AttemptReport) => void reports.push(report);
    const { client } = scriptedClient([brokenConnection], { maxRetries: 6, maxBackoffMs: 1000, onAttempt });
    await outcome(client.quotes.create(quote));
    const waits = reports.map(({ retryInMs }) => retryInMs && Math.ceil(retryInMs));
    expect(waits).toEqual([250, 500, ...Array(4).fill(1000), undefined]);
    random.mockReturnValue(0);
    reports.length = 0;
    await outcome(client.quotes.create(quote));
    expect(reports.map(({ retryInMs }) => retryInMs)).toEqual([0, 0, 0, 0, 0, 0, undefined]);
    random.mockRestore();
  });

  it.each([
    ['seconds', '7', undefined, 7_000],
    ['a date', 'Sat, 10 Jan 2026 12:00:09 GMT', 'Sat, 10 Jan 2026 12:00:00 GMT', 9_000],
    ['a date by our clock', new Date(1_768_000_005_000).toUTCString(), undefined, 5_000],
    ['a date that is past', 'Sat, 10 Jan 2026 11:00:00 GMT', 'Sat, 10 Jan 2026 12:00:00 GMT', 0],
  ])('waits as long as Retry-After asks, in %s', async (_, retryAfter, date, expectedMs) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const headers = { 'retry-after': retryAfter, ...(date === undefined ? {} : { date }) };
    const reports: AttemptReport[] = [];
    const onAttempt = (report: AttemptReport) => void reports.push(report);
    const reactions = [() => refusal(429, 'TOO_MANY_REQUESTS', headers), () => success({})];
    const { client } = scriptedClient(reactions, { onAttempt });
    await outcome(client.users.get('u'));
    expect(reports).toMatchObject([
      { status: 429, retryInMs: expectedMs },
      { status: 200, retryInMs: undefined },
    ]);
    random.mockRestore();
  });

  it('does not wait longer than it may', async () => {
    const tooLong = () => refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '58' });
    const { client, sent } = scriptedClient([tooLong], { maxRetryAfterMs: 10_000 });
    expect(await outcome(client.users.get('u'))).toMatchObject({ status: 429, retryAfterMs: 58_000 });
    // In this call, the total timeout of 30 s is shorter than `Retry-After`.
    const short = { maxRetryAfterMs: 60_000, timeoutMs: 30_000 };
    expect(await outcome(client.users.get('u', short))).toMatchObject({ attempts: 1 });
    expect(sent).toHaveLength(2);
  });
});

describe('time', () => {
  it('limits each attempt', async () => {
    const { client } = scriptedClient([() => 'silence', () => success({ id: 'u' })], { attemptTimeoutMs: 1000 });
    expect(await outcome(client.users.get('u'))).toEqual({ id: 'u' });
  });

  it('limits the whole call', async () => {
    const limits = { attemptTimeoutMs: 1000, timeoutMs: 2500, maxRetries: 100 };
    const { client, sent } = scriptedClient([() => 'silence'], limits);
    const startMs = performance.now();
    const error = await outcome(client.users.get('u'));
    expect(error).toBeInstanceOf(RampTimeoutError);
    expect(performance.now() - startMs).toBeLessThanOrEqual(2500);
    expect(sent.length).toBeGreaterThan(1);
  });

  it('ends at the signal: before the first attempt, in an attempt, and in a pause', async () => {
    const reason = new Error('enough');
    const early = scriptedClient([() => success({})]);
    expect(await outcome(early.client.users.get('u', { signal: AbortSignal.abort(reason) }))).toBe(reason);
    const { client, sent } = scriptedClient([
      () => 'silence',
      () => refusal(429, 'TOO_MANY_REQUESTS', { 'retry-after': '50' }),
    ]);
    for (const count of [1, 2]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 5_000);
      expect(await outcome(client.users.get('u', { signal: controller.signal }))).toBe(reason);
      expect(sent).toHaveLength(count);
    }
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a client', () => {
  it.each([
    { apiKey: 'ramp_sbx_k', baseUrl: 'https://api.example.com', environment: 'production' as const },
    { apiKey: 'ramp_live_k', baseUrl: 'https://api.example.com', environment: 'sandbox' as const },
  ])('is not made of %o', (options) => {
    expect(() => new PartnerRamp(options)).toThrow(TypeError);
  });

  it.each<[object, string]>([
    [{ onAttempt: 5 }, 'onAttempt must be a function, got 5'],
    [{ onAttempt: null }, 'onAttempt must be a function, got null'],
    [{ onAttempt: {} }, 'onAttempt must be a function, got Object'],
    [{ crypto: 5 }, 'crypto must be Web Crypto, got 5'],
    [{ crypto: null }, 'crypto must be Web Crypto, got null'],
    [{ crypto: {} }, 'crypto must be Web Crypto, got Object'],
    [{ crypto: { randomUUID: () => '' } }, 'crypto must be Web Crypto, got Object'],
    [{ apiVersion: 20261128 }, 'apiVersion must be a non-empty text, got 20261128'],
    [{ apiVersion: '' }, 'apiVersion must be a non-empty text, got ""'],
    [{ timeout: 5 }, '"timeout" is not an option of PartnerRamp'],
    [{ baseURL: 'https://api.example.com' }, '"baseURL" is not an option of PartnerRamp'],
    [{ headers: {} }, '"headers" is not an option of PartnerRamp'],
    [{ signal: undefined }, '"signal" is not an option of PartnerRamp'],
  ])('names what is wrong in the options %o', (options, message) => {
    expect(() => scriptedClient([], options)).toThrow(TypeError);
    expect(() => scriptedClient([], options)).toThrow(message);
  });

  it('takes no key in a browser', () => {
    vi.stubGlobal('document', {});
    try {
      expect(() => scriptedClient([])).toThrow(/do not use it in a browser/);
      expect(() => scriptedClient([], { apiKey: null })).not.toThrow();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('says what is missing where there is no Web Crypto', async () => {
    vi.stubGlobal('crypto', undefined);
    try {
      const { client } = scriptedClient([() => success({})]);
      expect(await outcome(client.users.get('u'))).toMatchObject({ message: expect.stringContaining('webcrypto') });
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
