import { randomBytes, webcrypto } from 'node:crypto';
import { Readable } from 'node:stream';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { RampWebhookError } from '#sdk/errors';
import { verifyWebhook } from '#sdk/webhooks';
import { newWebhookSecret, signatureHeader } from '#shared/http/signature';

const NOW_MS = 1_768_000_000_000;
const secret = newWebhookSecret();
const event = {
  type: 'TEST',
  event: 'TEST_EVENT',
  id: 'n-1',
  userId: null,
  sequence: 1,
  occurredAt: '2026-01-15T16:30:10.368Z',
};

/** Returns the body and the signed headers of a delivery, in the form that the service sends. */
function delivery({ body = JSON.stringify(event), atS = NOW_MS / 1000, secrets = [secret] } = {}) {
  const content = { id: 'n-1', timestampS: atS, body };
  const headers = {
    'webhook-id': content.id,
    'webhook-timestamp': String(atS),
    'webhook-signature': signatureHeader(content, secrets),
  };
  return { body, headers };
}

/** Calls `verifyWebhook` without type checks. */
const verifyAny = (...args: readonly unknown[]) => Reflect.apply(verifyWebhook, undefined, args);
const verify = (given: Parameters<typeof verifyWebhook>[0], secrets: string | string[] = secret) =>
  verifyWebhook(given, secrets, { nowMs: NOW_MS });

describe('verifyWebhook', () => {
  it('returns the event of a delivery', async () => {
    const { body, headers } = delivery();
    expect(await verify({ body, headers })).toEqual(event);
    expect(await verify({ body: new TextEncoder().encode(body), headers: new Headers(headers) })).toEqual(event);
    expect(await verifyWebhook({ body, headers }, secret, { nowMs: NOW_MS, crypto: webcrypto })).toEqual(event);
  });

  it('tells events apart by type', async () => {
    const returned = await verify(delivery());
    if (returned.event === 'COMPLETED_CROSS_RAMP') {
      const { sourceAmount }: { sourceAmount: string } = returned;
      expect.fail(sourceAmount);
    }
    expect(returned.event).toBe('TEST_EVENT');
  });

  it.each([
    ['sandbox', 'sandbox', 'taken'],
    ['sandbox', 'production', 'OTHER_ENVIRONMENT'],
    ['production', 'sandbox', 'OTHER_ENVIRONMENT'],
  ] as const)('of %s on a server for %s: %s', async (from, environment, outcome) => {
    const sent = delivery({ body: JSON.stringify({ ...event, environment: from }) });
    const response = verifyWebhook(sent, secret, { nowMs: NOW_MS, environment });
    expect(
      await response.then(
        () => 'taken',
        ({ reason }: RampWebhookError) => reason,
      ),
    ).toBe(outcome);
  });

  it.each(['null', '[]', '7', '"TEST_EVENT"', 'true', '', '{'])('refuses the signed body %j', async (text) => {
    await expect(verify(delivery({ body: text }))).rejects.toMatchObject({ reason: 'INVALID_BODY' });
  });

  it('accepts any of several secrets, on either side', async () => {
    const [old, newer] = [newWebhookSecret(), newWebhookSecret()];
    expect(await verify(delivery({ secrets: [newer, old] }), old)).toEqual(event);
    expect(await verify(delivery({ secrets: [newer, old] }), newer)).toEqual(event);
    expect(await verify(delivery({ secrets: [old] }), [newer, old])).toEqual(event);
  });

  const { body, headers } = delivery();
  const flipped = headers['webhook-signature'].replace(
    /.{2}=$/,
    (end) => `${end[0] === 'A' ? 'B' : 'A'}${end.slice(1)}`,
  );
  it.each([
    ['MISSING_HEADER', { body, headers: { ...headers, 'webhook-id': undefined } }],
    ['MISSING_HEADER', { body, headers: new Headers() }],
    ['INVALID_TIMESTAMP', { body, headers: { ...headers, 'webhook-timestamp': '1e9' } }],
    ['TOO_OLD', delivery({ atS: NOW_MS / 1000 - 301 })],
    ['TOO_NEW', delivery({ atS: NOW_MS / 1000 + 301 })],
    ['NO_MATCHING_SIGNATURE', { body: `${body} `, headers }],
    ['NO_MATCHING_SIGNATURE', { body, headers: { ...headers, 'webhook-id': 'n-2' } }],
    ['NO_MATCHING_SIGNATURE', { body, headers: { ...headers, 'webhook-signature': flipped } }],
    [
      'NO_MATCHING_SIGNATURE',
      { body, headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v1a,') } },
    ],
    ['NO_MATCHING_SIGNATURE', { body, headers: { ...headers, 'webhook-signature': 'v1,' } }],
    ['NO_MATCHING_SIGNATURE', delivery({ secrets: [newWebhookSecret()] })],
    ['INVALID_BODY', delivery({ body: 'no JSON' })],
  ])('refuses with %s', async (reason, given) => {
    const error = await verify(given).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RampWebhookError);
    expect(error).toMatchObject({ reason });
  });

  it('makes one HMAC for each secret, whatever the header holds', async () => {
    const counted = { made: 0 };
    const count = <F extends (...args: never[]) => unknown>(work: F) =>
      new Proxy(work, {
        apply(target, _, args) {
          counted.made += 1;
          return Reflect.apply(target, webcrypto.subtle, args);
        },
      });
    const { subtle } = webcrypto;
    const crypto = {
      randomUUID: () => webcrypto.randomUUID(),
      subtle: {
        importKey: subtle.importKey.bind(subtle),
        sign: count(subtle.sign),
        verify: count(subtle.verify),
        digest: count(subtle.digest),
      },
    };
    const secrets = [newWebhookSecret(), newWebhookSecret(), secret];
    const large = delivery({ body: JSON.stringify({ ...event, text: 'x'.repeat(100_000) }) });
    const genuine = large.headers['webhook-signature'];
    const other = () => `v1,${randomBytes(32).toString('base64')}`;
    for (const [signatures, isGenuine] of [
      [Array.from({ length: 3_900 }, () => 'v1,'), false],
      [Array.from({ length: 330 }, other), false],
      [[...Array.from({ length: 7 }, other), genuine], true],
      [['v1,', 'v1a,AAAA', ...Array.from({ length: 3_000 }, () => 'v1,'), genuine], true],
    ] as const) {
      counted.made = 0;
      const headers = { ...large.headers, 'webhook-signature': signatures.join(' ') };
      const outcome = await verifyWebhook({ ...large, headers }, secrets, { nowMs: NOW_MS, crypto }).then(
        () => true,
        (error: unknown) => error instanceof RampWebhookError && error.reason,
      );
      expect(outcome).toBe(isGenuine || 'NO_MATCHING_SIGNATURE');
      expect(counted.made).toBeLessThanOrEqual(secrets.length);
    }
  });

  it('takes eight signatures of 32 bytes, and no more', async () => {
    const { body, headers } = delivery();
    const genuine = headers['webhook-signature'];
    const others = Array.from({ length: 8 }, () => `v1,${randomBytes(32).toString('base64')}`);
    const signed = (signatures: string[]) =>
      verify({ body, headers: { ...headers, 'webhook-signature': signatures.join(' ') } });
    expect(await signed([...others.slice(1), genuine])).toEqual(event);
    await expect(signed([...others, genuine])).rejects.toMatchObject({ reason: 'NO_MATCHING_SIGNATURE' });
    const bytes = Buffer.from(genuine.slice(3), 'base64');
    for (const length of [0, 31, 33]) {
      const other = Buffer.alloc(length);
      bytes.copy(other);
      const refused = signed([`v1,${other.toString('base64')}`]);
      await expect(refused).rejects.toMatchObject({ reason: 'NO_MATCHING_SIGNATURE' });
    }
  });

  it.each([
    { toleranceS: Number.NaN },
    { toleranceS: -1 },
    { toleranceS: Number.POSITIVE_INFINITY },
    { nowMs: Number.NaN },
    { nowMs: Number.NEGATIVE_INFINITY },
    { nowMs: -1 },
  ])('refuses to work with %j', async (options) => {
    const refused = verifyWebhook(delivery({ atS: 0 }), secret, options);
    await expect(refused).rejects.toThrow(TypeError);
    await expect(refused).rejects.toThrow(`${Object.keys(options)[0]} must be a number`);
  });

  it('takes the tolerance in seconds', async () => {
    const late = delivery({ atS: NOW_MS / 1000 - 299 });
    expect(await verify(late)).toEqual(event);
    await expect(verifyWebhook(late, secret, { nowMs: NOW_MS, toleranceS: 60 })).rejects.toMatchObject({
      reason: 'TOO_OLD',
    });
  });

  const raw = new TextEncoder().encode(body);
  const realm = runInNewContext(`({
    buffer: new Uint8Array(${JSON.stringify([...raw])}).buffer,
    headers: { get: (name) => (${JSON.stringify(headers)})[name.toLowerCase()] ?? null },
  })`);
  const sharedBytes = new Uint8Array(new SharedArrayBuffer(raw.length));
  sharedBytes.set(raw);
  const padded = new Uint8Array([0, 0, ...raw, 0, 0]);
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const upperLists = Object.entries(upper).map(([name, value]) => [name, [value]] as const);
  it.each<[string, { readonly body?: unknown; readonly headers?: unknown }]>([
    ['a Buffer', { body: Buffer.from(body) }],
    ['an ArrayBuffer', { body: raw.buffer }],
    ['an ArrayBuffer of another realm', { body: realm.buffer }],
    ['a view of a part', { body: padded.subarray(2, 2 + raw.length) }],
    ['a DataView', { body: new DataView(padded.buffer, 2, raw.length) }],
    ['an Int8Array', { body: new Int8Array(raw.buffer) }],
    ['shared bytes', { body: sharedBytes }],
    ['headers in an object with names in upper case', { headers: upper }],
    ['headers in an object with one more name that has no value', { headers: { ...upper, 'webhook-id': undefined } }],
    ['headers in an object with lists', { headers: lists }],
    ['headers in an object without a prototype', { headers: Object.assign(Object.create(null), headers) }],
    ['headers in a Map', { headers: new Map(Object.entries(headers)) }],
    ['headers in a Map with names in upper case and lists', { headers: new Map(upperLists) }],
    ['Headers', { headers: new Headers(upper) }],
    ['Headers of another realm', { headers: realm.headers }],
    ['Headers whose get gives lists', { headers: { get: (name: string) => [new Headers(headers).get(name)] } }],
  ])('takes %s', async (_, given) => {
    expect(await verifyAny({ body, headers, ...given }, secret, { nowMs: NOW_MS })).toEqual(event);
  });

  it.each<[string, unknown]>([
    ['Object', event],
    ['Array', [...raw]],
    ['Promise', Promise.resolve(body)],
    ['ReadableStream', new Response(body).body],
    ['Object', Readable.from([body])],
    ['Blob', new Blob([body])],
    ['undefined', undefined],
    ['null', null],
    ['7', 7],
    ['a function', () => body],
  ])('says that %s is not the raw body', async (got, given) => {
    const refused = verifyAny({ body: given, headers }, secret, { nowMs: NOW_MS });
    await expect(refused).rejects.toThrow(TypeError);
    await expect(refused).rejects.toThrow(`text or bytes, got ${got}. Read the body with await request.text()`);
  });

  it.each<[unknown[], string]>([
    [[undefined, secret], 'verifyWebhook requires { body, headers }, got undefined'],
    [[body, secret], 'verifyWebhook requires { body, headers }, got '],
    [[{ body }, secret], 'headers must be the request headers, got undefined'],
    [[{ body, headers: 'webhook-id: 1' }, secret], 'headers must be the request headers, got "webhook-id: 1"'],
    [[{ body, headers: Object.entries(headers) }, secret], 'headers must be the request headers, got Array'],
    [[{ body, headers: Object.entries(headers).flat() }, secret], 'headers must be the request headers, got Array'],
    [[{ body, headers: Promise.resolve(headers) }, secret], 'headers must be the request headers, got Promise'],
    [[{ body, headers: new Headers(headers).entries() }, secret], 'headers must be the request headers, got '],
    [[{ body, headers: new Set(Object.entries(headers)) }, secret], 'headers must be the request headers, got Set'],
    [[{ body, headers: () => headers }, secret], 'headers must be the request headers, got a function'],
    [[{ body, headers }], 'The webhook secret is missing'],
    [[{ body, headers }, null], 'The webhook secret is missing'],
    [[{ body, headers }, ''], 'The webhook secret is missing'],
    [[{ body, headers }, []], 'The webhook secret is missing'],
    [[{ body, headers: {} }, undefined], 'The webhook secret is missing'],
    [[{ body, headers }, [undefined]], 'A webhook secret must be a text with the format whsec_'],
    [[{ body, headers }, 7], 'A webhook secret must be a text with the format whsec_'],
    [[{ body, headers }, { secret }], 'A webhook secret must be a text with the format whsec_'],
    [[{ body, headers }, Promise.resolve(secret)], 'A webhook secret must be a text with the format whsec_'],
    [[{ body, headers }, secret, null], 'options must be an object, got null'],
    [[{ body, headers }, secret, 300], 'options must be an object, got 300'],
    [[{ body, headers }, secret, { environment: 'live' }], 'environment must be "sandbox" or "production", got "live"'],
    [[{ body, headers }, secret, { toleranceS: '300' }], 'toleranceS must be a number from 0'],
    [[{ body, headers }, secret, { tolerance: 300 }], '"tolerance" is not an option of verifyWebhook'],
    [[{ body, headers }, secret, { now: NOW_MS, nowMs: NOW_MS }], '"now" is not an option of verifyWebhook'],
    [[{ body, headers }, secret, [300]], 'options must be an object, got Array'],
    [[{ body, headers }, secret, { crypto: 5 }], 'crypto must be Web Crypto, got 5'],
    [[{ body, headers }, secret, { crypto: null }], 'crypto must be Web Crypto, got null'],
    [[{ body, headers }, secret, { crypto: {} }], 'crypto must be Web Crypto, got Object'],
    [[{ body, headers }, secret, { crypto: webcrypto.subtle }], 'crypto must be Web Crypto, got SubtleCrypto'],
    [[{ body, headers }, secret, { crypto: { randomUUID: () => '', subtle: {} } }], 'crypto must be Web Crypto'],
  ])('says of the arguments %o what to give', async (args, message) => {
    const refused = verifyAny(...args);
    await expect(refused).rejects.toThrow(TypeError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow(secret.slice(6));
  });

  it.each([[], [''], ['whsec_'], ['whsec_*'], [secret.slice(6)]])(
    'refuses to work with the secrets %j',
    async (...secrets) => {
      const error = await verify(delivery(), secrets.flat()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).not.toContain(secret.slice(6));
    },
  );

  it('agrees with the library of the scheme', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        async (payload, key) => {
          const generated = `whsec_${Buffer.from(key).toString('base64')}`;
          const text = JSON.stringify(payload);
          const at = new Date(NOW_MS);
          const signed = {
            'webhook-id': 'n-1',
            'webhook-timestamp': String(NOW_MS / 1000),
            'webhook-signature': new Webhook(generated).sign('n-1', at, text),
          };
          expect(await verify({ body: text, headers: signed }, generated)).toEqual(payload);
        },
      ),
      { numRuns: 30 },
    );
  });
});
