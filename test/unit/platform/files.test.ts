import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpServer, startHttpServer } from '#local/processes/http-server';
import { storeFiles } from '#shared/identity/verification-files';
import { deleteFile, FileTooLarge, presignUpload, readFile, storeFile } from '#shared/platform/files/files';

const file = { key: 'invoices/p/t.pdf', content: Buffer.from('%PDF-1.4 …'), contentType: 'application/pdf' };
const servers: HttpServer[] = [];

beforeEach(() => {
  vi.stubEnv('FILES_BUCKET', 'files-of-partners');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'token');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function bucketThat(listener: RequestListener): Promise<void> {
  const server = await startHttpServer(listener);
  servers.push(server);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', server.url);
}

/** Starts a fake bucket that returns the given statuses in turn. @returns its requests */
async function bucketReturning(statuses: readonly number[]): Promise<string[]> {
  const seen: string[] = [];
  await bucketThat((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.writeHead(statuses[seen.length - 1] ?? 500).end('{}'));
  });
  return seen;
}

const catchFailure = (outcome: Promise<unknown>) => outcome.then(() => undefined).catch((error: unknown) => error);

const calls = {
  PUT: () => storeFile(file),
  GET: () => readFile(file.key, 100),
  DELETE: () => deleteFile({ key: file.key, versionId: undefined }),
};

it.each<[keyof typeof calls, number[], object | undefined]>([
  ['PUT', [503, 200], undefined],
  ['PUT', [403], { name: 'FileNotStored', status: 403 }],
  ['PUT', [500, 500, 500], { name: 'FileNotStored', status: 500 }],
  ['GET', [500, 503, 200], undefined],
  ['GET', [404], { name: 'FileNotFound' }],
  ['GET', [403], { name: 'FileNotRead' }],
  ['GET', [500, 500, 500], { name: 'FileNotRead' }],
  ['DELETE', [503, 204], undefined],
  ['DELETE', [403], { name: 'FileNotDeleted' }],
  ['DELETE', [500, 500, 500], { name: 'FileNotDeleted' }],
])('%s with the responses %j of the bucket results in %j', async (method, statuses, failure) => {
  const seen = await bucketReturning(statuses);
  const outcome = await catchFailure(calls[method]());
  if (failure === undefined) expect(outcome).toBeUndefined();
  else expect(outcome).toMatchObject(failure);
  expect(seen).toEqual(statuses.map(() => `${method} /files-of-partners/invoices/p/t.pdf`));
});

describe('storing', () => {
  it("ends at the caller's deadline, without another attempt", async () => {
    let calls = 0;
    const bound = new AbortController();
    await bucketThat((request) => {
      calls += 1;
      request.resume().on('end', () => bound.abort());
    });
    const outcome = await catchFailure(storeFile(file, { signal: bound.signal }));
    expect(outcome).toMatchObject({ name: 'FileNotStored', status: 0, cause: { name: 'AbortError' } });
    expect(calls).toBe(1);
  });

  it('has one deadline for all files of a verification', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let calls = 0;
    await bucketThat((request) => {
      request.resume().on('end', () => {
        calls += 1;
        if (calls === 3) vi.advanceTimersByTime(5000);
      });
    });
    const files = ['selfie', 'front', 'back'].map((field) => ({ ...file, field, contentType: 'image/png' as const }));
    const outcome = await catchFailure(storeFiles({ userId: 'u', verificationId: 'v' }, files, 5000));
    expect(outcome).toMatchObject({ name: 'FileNotStored', cause: { name: 'AbortError' } });
    expect(calls).toBe(3);
  });

  it('reports a wrong environment without an attempt', async () => {
    vi.stubEnv('FILES_BUCKET', '');
    await expect(storeFile(file)).rejects.toThrow('FILES_BUCKET is not set');
  });
});

describe('reading', () => {
  it('returns content, type, and the version where the bucket keeps versions', async () => {
    const headers = { 'content-type': 'application/pdf' };
    await bucketThat((_request, response) => response.writeHead(200, headers).end(file.content));
    expect(await readFile(file.key, file.content.length)).toEqual(file);
    const version = { 'x-amz-version-id': '3sL4kqtJlcpXroDTDmJ' };
    await bucketThat((_request, response) => response.writeHead(200, { ...headers, ...version }).end(file.content));
    expect((await readFile(file.key, 100)).versionId).toBe('3sL4kqtJlcpXroDTDmJ');
  });

  it.each<[name: string, listener: RequestListener]>([
    ['that says so', (_request, response) => response.writeHead(200, { 'content-length': 1001 }).write('x')],
    [
      'that does not say how long it is and has no end',
      (_request, response) => {
        const write = () => response.destroyed || response.write('x'.repeat(600), () => setImmediate(write));
        write();
      },
    ],
    [
      'that was packed',
      (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000))),
    ],
  ])('refuses a larger file %s', async (_name, listener) => {
    await bucketThat(listener);
    expect(await catchFailure(readFile(file.key, 1000))).toBeInstanceOf(FileTooLarge);
  });

  it('retries after a response that broke off', async () => {
    let calls = 0;
    await bucketThat((_request, response) => {
      calls += 1;
      if (calls > 1) response.end('whole');
      else response.writeHead(200, { 'content-length': 100 }).write('part', () => response.destroy());
    });
    expect(Buffer.from((await readFile(file.key, 1000)).content).toString()).toBe('whole');
    expect(calls).toBe(2);
  });
});

it('deletes the version that is named', async () => {
  const seen = await bucketReturning([204]);
  await deleteFile({ key: file.key, versionId: 'a.b_c-1' });
  expect(seen).toEqual(['DELETE /files-of-partners/invoices/p/t.pdf?versionId=a.b_c-1']);
});

describe('a signed upload', () => {
  const upload = { key: 'uploads/u/l/id-front', contentType: 'image/png', size: 1234, expiresS: 600 };

  it('binds key, type, length and time, and requires only the type from the browser', async () => {
    const { url, headers } = await presignUpload(upload);
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin).toBe('https://files-of-partners.s3.eu-central-1.amazonaws.com');
    expect(pathname).toBe('/uploads/u/l/id-front');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      'X-Amz-Expires': '600',
      'X-Amz-SignedHeaders': 'content-length;content-type;host',
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Security-Token': 'token',
    });
    expect(headers).toEqual({ 'content-type': 'image/png' });
  });

  it.each([
    [{ expiresS: 601 }],
    [{ expiresS: 0 }],
    [{ expiresS: 1.5 }],
    [{ size: 0 }],
    [{ size: 1.5 }],
    [{ size: Number.NaN }],
  ])('is not made with %j', async (change) => {
    await expect(presignUpload({ ...upload, ...change })).rejects.toBeInstanceOf(RangeError);
  });

  it.each(['uploads/../people/x', 'uploads/./x', '/uploads', 'uploads//x', 'uploads/a b', 'uploads/a?b', 'x/..', ''])(
    'is not made for the key %j',
    async (key) => {
      await expect(presignUpload({ ...upload, key })).rejects.toBeInstanceOf(RangeError);
      await expect(storeFile({ ...file, key })).rejects.toBeInstanceOf(RangeError);
      await expect(readFile(key, 1)).rejects.toBeInstanceOf(RangeError);
    },
  );
});
