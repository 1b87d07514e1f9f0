import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signRequest } from '#shared/platform/files/signed-requests';

const content = Buffer.from('%PDF-1.4 …');
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' };

beforeEach(() => {
  vi.stubEnv('FILES_BUCKET', 'files-of-partners');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', credentials.sessionToken);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', '');
});
afterEach(() => vi.unstubAllEnvs());

it('signs as the storage client signs the same headers', async () => {
  const at = new Date('2026-01-15T12:00:00Z');
  const client = new S3Client({
    region: 'eu-central-1',
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  let reference: Record<string, string> = {};
  client.middlewareStack.add(
    () =>
      async ({ request }) => {
        reference = (request as { headers: Record<string, string> }).headers;
        throw new Error('far enough');
      },
    { step: 'finalizeRequest', priority: 'low', name: 'seeSigned' },
  );
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  await client
    .send(
      new PutObjectCommand({
        Bucket: 'files-of-partners',
        Key: 'invoices/p/t.pdf',
        Body: content,
        ContentType: 'application/pdf',
      }),
    )
    .catch(() => undefined);
  vi.useRealTimers();
  const request = {
    method: 'PUT',
    key: 'invoices/p/t.pdf',
    headers: { 'content-type': 'application/pdf' },
  } as const;
  const { url, headers } = await signRequest(request, content, at);
  expect(url).toBe('https://files-of-partners.s3.eu-central-1.amazonaws.com/invoices/p/t.pdf');
  expect(headers['x-amz-content-sha256']).toBe(reference['x-amz-content-sha256']);
  expect(headers['x-amz-security-token']).toBe('token');
  // Ours signs fewer headers than the SDK's client; for the same headers the scope and the key are the same.
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260115\/eu-central-1\/s3\/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
  );
});
