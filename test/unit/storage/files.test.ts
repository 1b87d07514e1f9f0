import { createServer } from 'node:http';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FileNotStored, signedPut, storeFile } from '#shared/storage/files';

const file = { key: 'invoices/p/t.pdf', content: Buffer.from('%PDF-1.4 …'), contentType: 'application/pdf' };
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
        Key: file.key,
        Body: file.content,
        ContentType: file.contentType,
      }),
    )
    .catch(() => undefined);
  vi.useRealTimers();
  const { url, headers } = await signedPut(file, at);
  expect(url).toBe('https://files-of-partners.s3.eu-central-1.amazonaws.com/invoices/p/t.pdf');
  expect(headers['x-amz-content-sha256']).toBe(reference['x-amz-content-sha256']);
  expect(headers['x-amz-security-token']).toBe('token');
  // Ours signs fewer headers than the client's own; over the same ones the scope and the key are the same.
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260115\/eu-central-1\/s3\/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
  );
});

it.each([
  [[503, 200], undefined],
  [[403], 403],
  [[500, 500, 500], 500],
])('answers %j from the bucket end as %s', async (statuses, failure) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.writeHead(statuses[seen.length - 1] ?? 500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${address.port}`);
  const outcome = await storeFile(file).catch((error: unknown) => error);
  server.close();
  expect(outcome instanceof FileNotStored ? outcome.status : outcome).toBe(failure);
  expect(seen).toEqual(statuses.map(() => 'PUT /files-of-partners/invoices/p/t.pdf'));
});
