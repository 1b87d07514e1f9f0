import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configuredEndpoint } from '#shared/platform/config/cloud-clients';
import { readSecret } from '#shared/platform/config/secrets';
import { presignDownload } from '#shared/platform/files/signed-requests';
import { startLoopbackSecrets } from '#test/support/servers/loopback-secrets';

const NAMES = [
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
] as const;
type Variables = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

const ALL = 'http://127.0.0.1:4566';
const OWN = 'https://storage.example:9000';
const CLOUD = 'https://s3.eu-central-1.amazonaws.com';

beforeEach(() => {
  for (const name of NAMES) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('FILES_BUCKET', 'files');
});
afterEach(() => vi.unstubAllEnvs());

/** Returns the address that the AWS SDK sends a request to in this environment. */
async function addressOfSdk(): Promise<string> {
  const client = new S3Client({ forcePathStyle: true });
  let address = '';
  client.middlewareStack.add(
    () =>
      async ({ request }) => {
        const { protocol, hostname, port, path } = Object.assign(
          { protocol: '', hostname: '', port: '', path: '' },
          request,
        );
        address = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`;
        throw new Error('far enough');
      },
    { step: 'finalizeRequest', priority: 'low', name: 'seeAddress' },
  );
  await client.send(new ListBucketsCommand({})).catch(() => undefined);
  client.destroy();
  return address.replace(/\/$/, '');
}

describe('the address of a service', () => {
  it.each<[Variables, string]>([
    [{}, CLOUD],
    [{ AWS_ENDPOINT_URL: ALL }, ALL],
    [{ AWS_ENDPOINT_URL_S3: OWN }, OWN],
    [{ AWS_ENDPOINT_URL: ALL, AWS_ENDPOINT_URL_S3: OWN }, OWN],
    [{ AWS_ENDPOINT_URL: ALL, AWS_ENDPOINT_URL_S3: '' }, ALL],
    [{ AWS_ENDPOINT_URL: '', AWS_ENDPOINT_URL_S3: '' }, CLOUD],
    [{ AWS_ENDPOINT_URL: `${ALL}/`, AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'false' }, ALL],
    [{ AWS_ENDPOINT_URL: ALL, AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'TRUE' }, ALL],
    [{ AWS_ENDPOINT_URL: `${ALL}/all/of/it` }, `${ALL}/all/of/it`],
    [{ AWS_ENDPOINT_URL: ALL, AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' }, CLOUD],
    [{ AWS_ENDPOINT_URL_S3: OWN, AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' }, CLOUD],
  ])('is that of the SDK with %j', async (variables, address) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(configuredEndpoint('S3') ?? CLOUD).toBe(address);
    expect(await addressOfSdk()).toBe(address);
  });
});

describe('calls that are signed here', () => {
  it.each<[Variables, string]>([
    [{}, 'https://files.s3.eu-central-1.amazonaws.com/invoices/one'],
    [{ AWS_ENDPOINT_URL: ALL }, `${ALL}/files/invoices/one`],
    [{ AWS_ENDPOINT_URL: ALL, AWS_ENDPOINT_URL_S3: OWN }, `${OWN}/files/invoices/one`],
  ])('lead to the bucket with %j', async (variables, address) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const url = new URL(await presignDownload({ key: 'invoices/one', expiresS: 60 }));
    expect(`${url.origin}${url.pathname}`).toBe(address);
  });

  it('ask for secrets at the general address', async () => {
    const service = await startLoopbackSecrets();
    const arn = 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:general-AbCdEf';
    service.secrets.set(arn, 'found');
    vi.stubEnv('AWS_ENDPOINT_URL', service.url);
    expect(await readSecret(arn).finally(() => service.stop())).toBe('found');
  });
});
