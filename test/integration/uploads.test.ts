import { afterAll, describe, expect, it } from 'vitest';
import { FileNotFound, FileTooLarge, presignUpload, readFile, storeFile } from '#shared/platform/files/files';
import { presignUrl } from '#shared/platform/files/signed-requests';
import { temporaryFolder } from '#test/support/lifetime';
import { startTestStack } from '#test/support/test-stack';

const dataDir = temporaryFolder();
let running = await startTestStack({ dataDir });
afterAll(() => running.stop());

const content = Buffer.from('\x89PNG\r\n\x1a\n and the rest of a picture', 'latin1');
const upload = {
  key: 'uploads/user-1/link-1/identity-front',
  contentType: 'image/png',
  size: content.length,
  expiresS: 600,
};
const origin = 'https://pages.example.com';

/** Sends the file to the signed address, as our pages do. */
async function put(url: string, body: Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(url, { method: 'PUT', headers: { origin, ...headers }, body });
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
  return { status: answer.status, code, allowedOrigin: answer.headers.get('access-control-allow-origin') };
}

describe('a signed upload', () => {
  it('accepts the file it was made for, which the service then reads', async () => {
    const { url, headers } = await presignUpload(upload);
    expect(url.startsWith(running.stack.s3Endpoint)).toBe(true);
    await expect(readFile(upload.key, 1000)).rejects.toBeInstanceOf(FileNotFound);
    expect(await put(url, content, headers)).toEqual({ status: 200, code: undefined, allowedOrigin: '*' });
    const read = await readFile(upload.key, content.length);
    expect(Buffer.from(read.content).equals(content)).toBe(true);
    expect(read.contentType).toBe('image/png');
    await expect(readFile(upload.key, content.length - 1)).rejects.toBeInstanceOf(FileTooLarge);
  });

  it('accepts nothing else', async () => {
    const elsewhere = { ...upload, key: 'uploads/user-1/link-1/identity-back' };
    const { url, headers } = await presignUpload(elsewhere);
    const mismatch = { status: 403, code: 'SignatureDoesNotMatch', allowedOrigin: '*' };
    const changed = (from: string | RegExp, to: string) => {
      const other = url.replace(from, to);
      expect(other).not.toBe(url);
      return other;
    };
    expect(await put(url, content.subarray(1), headers)).toEqual(mismatch);
    expect(await put(url, Buffer.concat([content, content]), headers)).toEqual(mismatch);
    expect(await put(url, content, { 'content-type': 'text/html' })).toEqual(mismatch);
    expect(await put(url, content, {})).toEqual(mismatch);
    expect(await put(changed('identity-back', 'selfie'), content, headers)).toEqual(mismatch);
    expect(await put(changed('Expires=600', 'Expires=6000'), content, headers)).toEqual(mismatch);
    expect(await put(changed(/Signature=\w{4}/, 'Signature=0000'), content, headers)).toEqual(mismatch);
    const denied = { status: 403, code: 'AccessDenied', allowedOrigin: '*' };
    expect(await put(changed(/\?.*/, ''), content, headers)).toEqual(denied);
    expect(await put(url, content, { ...headers, 'x-amz-acl': 'public-read' })).toEqual(denied);
    // The address does not allow reading.
    expect((await fetch(url)).status).toBe(403);
    await expect(readFile(elsewhere.key, 1000)).rejects.toBeInstanceOf(FileNotFound);
    await expect(readFile('uploads/user-1/link-1/selfie', 1000)).rejects.toBeInstanceOf(FileNotFound);
  });

  it('accepts nothing after its expiry', async () => {
    const headers = { 'content-type': upload.contentType };
    const signed = {
      method: 'PUT',
      key: 'uploads/user-1/link-1/late',
      headers: { ...headers, 'content-length': String(content.length) },
    } as const;
    const inTime = await presignUrl(signed, 600, new Date(Date.now() - 300_000));
    const late = await presignUrl(signed, 600, new Date(Date.now() - 602_000));
    expect(await put(late, content, headers)).toMatchObject({ status: 403, code: 'AccessDenied' });
    await expect(readFile(signed.key, 1000)).rejects.toBeInstanceOf(FileNotFound);
    expect(await put(inTime, content, headers)).toMatchObject({ status: 200 });
  });

  it('answers preflights of any origin for PUT, and for nothing else', async () => {
    const { url } = await presignUpload(upload);
    const ask = async (method: string, names: string) => {
      const headers = {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': names,
      };
      const answer = await fetch(url, { method: 'OPTIONS', headers });
      return [answer.status, answer.headers.get('access-control-max-age')];
    };
    expect(await ask('PUT', 'content-type')).toEqual([200, '3000']);
    expect(await ask('PUT', 'content-type,authorization')).toEqual([403, null]);
    expect(await ask('GET', 'content-type')).toEqual([403, null]);
    expect(await ask('DELETE', '')).toEqual([403, null]);
  });
});

it('keeps files when the stack stops and starts again on its data', async () => {
  const file = { key: 'people/user-1/kyc/v-1/id.png', content, contentType: 'image/png' };
  await storeFile(file);
  await running.stop();
  running = await startTestStack({ dataDir });
  expect(Buffer.from((await readFile(file.key, 1000)).content).equals(content)).toBe(true);
});
