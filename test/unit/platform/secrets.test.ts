import { beforeAll, expect, it, vi } from 'vitest';
import { readSecret, SecretUnavailable } from '#shared/platform/config/secrets';
import { startLoopbackSecrets } from '#test/support/servers/loopback-secrets';
import { startedForTests } from '#test/support/started-for-tests';

const service = startedForTests(startLoopbackSecrets);
beforeAll(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', service().url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local-secret');
});

const toArn = (name: string, region = 'eu-west-1') =>
  `arn:aws:secretsmanager:${region}:111122223333:secret:${name}-AbCdEf`;

it('signs for the region of the secret and reads it once for all callers', async () => {
  const arn = toArn('one');
  service().secrets.set(arn, 'first');
  expect(await Promise.all([readSecret(arn), readSecret(arn)])).toEqual(['first', 'first']);
  expect(await readSecret(arn)).toBe('first');
  const requests = service().asked.filter((one) => one.arn === arn);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers).toMatchObject({
    'x-amz-target': 'secretsmanager.GetSecretValue',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/eu-west-1\/secretsmanager\/aws4_request, SignedHeaders=[^,]*x-amz-target, Signature=[0-9a-f]{64}$/,
    ),
  });
});

it('reads it again after five minutes', async () => {
  const arn = toArn('rotated');
  service().secrets.set(arn, 'old');
  const startMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: startMs });
  expect(await readSecret(arn)).toBe('old');
  service().secrets.set(arn, 'new');
  vi.setSystemTime(startMs + 299_000);
  expect(await readSecret(arn)).toBe('old');
  vi.setSystemTime(startMs + 301_000);
  expect(await readSecret(arn)).toBe('new');
  vi.useRealTimers();
});

it('tries three times, and does not cache a failure', async () => {
  const arn = toArn('late');
  service().secrets.set(arn, 'value');
  service().failures.push(500, 500);
  expect(await readSecret(arn)).toBe('value');

  const missing = toArn('missing');
  const failure = await readSecret(missing).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SecretUnavailable);
  expect(service().asked.filter((one) => one.arn === missing)).toHaveLength(3);
  service().secrets.set(missing, 'there');
  expect(await readSecret(missing)).toBe('there');
});

it('takes a secret that is no text for a refusal, which is not tried later', async () => {
  const arn = toArn('binary');
  service().failures.push(200, 200, 200);
  const failure = await readSecret(arn).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'SecretUnavailable', retryable: false });
});
