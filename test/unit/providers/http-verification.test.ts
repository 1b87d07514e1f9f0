import { beforeEach, describe, expect, it } from 'vitest';
import { ProviderCallFailed } from '#shared/platform/providers/call';
import { providerClient } from '#shared/platform/providers/client';
import { httpVerification } from '#shared/providers/verification/http';
import type { VerificationResult } from '#shared/providers/verification/port';
import { anIdentityVerification, aUser } from '#test/support/builders/users';
import { type Behaviour, loopbackProviderForTests } from '#test/support/servers/loopback-provider';

const API_KEY = 'provider-key-0123456789';
const LIMITS = { attemptTimeoutMs: 2000, budgetMs: 60_000, maxAttempts: 4, maxBytes: 65_536 };
/** Limits with a short timeout, for fast tests of slow responses. */
const HASTY = { ...LIMITS, attemptTimeoutMs: 100 };

const loopback = loopbackProviderForTests();
beforeEach(() => {
  loopback().response = { status: 'PENDING', reference: 'case-1' };
});

const user = aUser({ type: 'INDIVIDUAL' });
const verification = anIdentityVerification(user, {
  submission: { firstName: 'Eva', address: { city: 'Puebla' } },
  files: [
    {
      field: 'identity.frontIdUrl',
      key: 'people/u/kyc/v/identity-frontIdUrl',
      contentType: 'image/png',
      size: 3,
      sha256: 'ab'.repeat(32),
    },
  ],
});
const adapter = (limits = LIMITS) =>
  httpVerification(
    providerClient({ url: `${loopback().url}/`, apiKey: async () => API_KEY }, limits),
    async ({ key, expiresS }) => `https://files.example.com/signed?of=${key.length}&for=${expiresS}`,
  );
const submit = (limits = LIMITS) => adapter(limits).submit({ user, verification });
/** Returns the error of a failed request. */
const catchFailure = async (call: Promise<VerificationResult>): Promise<ProviderCallFailed> => {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof ProviderCallFailed) return failure;
  throw new Error(`Not the failure of a call: ${failure}`);
};

describe('a submission', () => {
  it('is sent once, with the secret, its own key and everything the provider needs', async () => {
    expect(await submit()).toEqual({ state: 'PENDING', reference: 'case-1' });
    expect(loopback().seen).toHaveLength(1);
    const [{ method, path, headers, text } = { method: '', path: '', headers: {}, text: '' }] = loopback().seen;
    expect([method, path]).toEqual(['POST', '/v1/verifications']);
    expect(headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      'idempotency-key': verification.id,
      'content-type': 'application/json',
    });
    expect(JSON.parse(text)).toEqual({
      verificationId: verification.id,
      userId: user.id,
      type: 'INDIVIDUAL',
      email: user.email,
      country: 'MX',
      submittedAt: new Date(verification.submittedAtMs).toISOString(),
      fields: { firstName: 'Eva', address: { city: 'Puebla' } },
      files: [
        {
          field: 'identity.frontIdUrl',
          contentType: 'image/png',
          size: 3,
          sha256: 'ab'.repeat(32),
          url: 'https://files.example.com/signed?of=34&for=900',
        },
      ],
    });
    expect(text).not.toContain('people/u/kyc');
  });

  it.each(['VERIFIED', 'REJECTED', 'REVIEW_NEEDED'])('may be decided at once: %s', async (status) => {
    loopback().response = {
      status,
      reference: 'case-1',
      firstName: 'EVA',
      rejectionReasons: ['EXPIRED'],
      more: 1,
    };
    expect(await submit()).toEqual({
      state: 'DECIDED',
      decision: {
        status,
        firstName: 'EVA',
        lastName: undefined,
        businessName: undefined,
        rejectionReasons: ['EXPIRED'],
      },
    });
  });
});

it('asks by the reference', async () => {
  loopback().response = { status: 'VERIFIED', reference: 'case:1' };
  expect(await adapter().poll('case:1')).toMatchObject({ state: 'DECIDED' });
  expect(loopback().seen[0]).toMatchObject({ method: 'GET', path: '/v1/verifications/case%3A1', text: '' });
  expect(loopback().seen[0]?.headers).not.toHaveProperty('idempotency-key');
});

describe('a temporary failure', () => {
  const passing: readonly Behaviour[] = [
    'error-500',
    'too-many-requests',
    'slow',
    'drip',
    'reset',
    'not-json',
    'wrong-schema',
    'huge',
  ];
  it.each(passing)('(%s) is retried with the same key', async (behaviour) => {
    loopback().script.push(behaviour);
    expect(await submit()).toEqual({ state: 'PENDING', reference: 'case-1' });
    expect(loopback().seen).toHaveLength(2);
    expect(new Set(loopback().seen.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([verification.id]),
    );
  });

  it.each([
    ['error-500', 'FAILING', 500],
    ['too-many-requests', 'BUSY', 429],
    ['slow', 'TIMEOUT', undefined],
    ['drip', 'TIMEOUT', undefined],
    ['reset', 'UNREACHABLE', undefined],
    ['not-json', 'UNREADABLE', 200],
    ['wrong-schema', 'UNREADABLE', 200],
    ['huge', 'UNREADABLE', 200],
  ] as const)('(%s) ends after four attempts', async (behaviour, code, status) => {
    loopback().script.push(...Array.from({ length: 9 }, () => behaviour));
    const failure = await catchFailure(submit(code === 'TIMEOUT' ? HASTY : LIMITS));
    expect([failure.code, failure.status]).toEqual([code, status]);
    // With this short timeout, an attempt can end before it reaches the provider.
    if (code === 'TIMEOUT') expect(loopback().seen.length).toBeLessThanOrEqual(4);
    else expect(loopback().seen).toHaveLength(4);
    expect(failure.message).not.toMatch(/Eva|provider-key|html/);
  });
});

describe('a permanent failure', () => {
  it.each([
    ['refuse', 422],
    ['redirect', 302],
  ] as const)('(%s) is not retried, and no redirect is followed', async (behaviour, status) => {
    loopback().script.push(behaviour);
    const failure = await catchFailure(submit());
    expect([failure.code, failure.status]).toEqual(['REFUSED', status]);
    expect(loopback().seen.map(({ path }) => path)).toEqual(['/v1/verifications']);
  });
});

describe('the budget', () => {
  it('is not exceeded: a provider that asks for a longer wait is not retried', async () => {
    loopback().retryAfterS = 60;
    loopback().script.push('too-many-requests');
    const failure = await catchFailure(submit());
    expect([failure.code, failure.retryAfterMs, loopback().seen.length]).toEqual(['BUSY', 60_000, 1]);
  });

  it('ends an attempt that began within it', async () => {
    loopback().script.push('slow', 'slow', 'slow', 'slow');
    const startedMs = performance.now();
    const failure = await catchFailure(submit({ ...LIMITS, attemptTimeoutMs: 60_000, budgetMs: 300 }));
    expect(failure.code).toBe('TIMEOUT');
    expect(loopback().seen.length).toBeLessThanOrEqual(1);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });
});

it('fails in time where no server listens', async () => {
  const provider = providerClient({ url: 'http://127.0.0.1:9', apiKey: async () => API_KEY }, LIMITS);
  const unreachable = httpVerification(provider, async () => '');
  expect((await catchFailure(unreachable.poll('x'))).code).toBe('UNREACHABLE');
});
