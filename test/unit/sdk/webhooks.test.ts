import { randomBytes, webcrypto } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { RampWebhookError } from '#sdk/errors';
import { verifyWebhook } from '#sdk/webhooks';
import { newWebhookSecret, signatureHeader } from '#shared/webhooks/signature';

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

/** A delivery as the service sends it, with what is changed of it. */
function delivery({ body = JSON.stringify(event), atS = NOW_MS / 1000, secrets = [secret] } = {}) {
  const content = { id: 'n-1', timestampS: atS, body };
  const headers = {
    'webhook-id': content.id,
    'webhook-timestamp': String(atS),
    'webhook-signature': signatureHeader(content, secrets),
  };
  return { body, headers };
}

const verify = (given: Parameters<typeof verifyWebhook>[0], secrets: string | string[] = secret) =>
  verifyWebhook(given, secrets, { nowMs: NOW_MS });

describe('verifyWebhook', () => {
  it('answers the event of a delivery', async () => {
    const { body, headers } = delivery();
    expect(await verify({ body, headers })).toEqual(event);
    expect(await verify({ body: new TextEncoder().encode(body), headers: new Headers(headers) })).toEqual(event);
    expect(await verifyWebhook({ body, headers }, secret, { nowMs: NOW_MS, crypto: webcrypto })).toEqual(event);
  });

  it('tells events apart by type', async () => {
    const answered = await verify(delivery());
    if (answered.event === 'COMPLETED_CROSS_RAMP') {
      const { sourceAmount }: { sourceAmount: string } = answered;
      expect.fail(sourceAmount);
    }
    expect(answered.event).toBe('TEST_EVENT');
  });

  it.each([
    ['sandbox', 'sandbox', 'taken'],
    ['sandbox', 'production', 'OTHER_ENVIRONMENT'],
    ['production', 'sandbox', 'OTHER_ENVIRONMENT'],
    [undefined, 'production', 'taken'],
  ] as const)('of %s on a server for %s: %s', async (from, environment, outcome) => {
    const sent = delivery({ body: JSON.stringify({ ...event, environment: from }) });
    const answer = verifyWebhook(sent, secret, { nowMs: NOW_MS, environment });
    expect(
      await answer.then(
        () => 'taken',
        ({ reason }: RampWebhookError) => reason,
      ),
    ).toBe(outcome);
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
    await expect(refused).rejects.toThrow(`${Object.keys(options)[0]} is`);
  });

  it('takes the tolerance in seconds', async () => {
    const late = delivery({ atS: NOW_MS / 1000 - 299 });
    expect(await verify(late)).toEqual(event);
    await expect(verifyWebhook(late, secret, { nowMs: NOW_MS, toleranceS: 60 })).rejects.toMatchObject({
      reason: 'TOO_OLD',
    });
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
