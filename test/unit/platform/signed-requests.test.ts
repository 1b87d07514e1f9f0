import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkSignature } from '#local/engines/buckets/request-signature';
import { presignDownload, signRequest } from '#shared/platform/files/signed-requests';

const signatory = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', region: 'eu-central-1' };
const key = 'people/u/kyc/v/selfieUrl-0123';

beforeEach(() => {
  vi.stubEnv('FILES_BUCKET', 'files-of-partners');
  vi.stubEnv('AWS_REGION', signatory.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', signatory.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', signatory.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', '');
});
afterEach(() => vi.unstubAllEnvs());

function check(url: URL, method = 'GET'): Promise<string> {
  const request = { method, target: `${url.pathname}${url.search}`, headers: { host: url.host } };
  return checkSignature(request, signatory, Date.now());
}

it('signs a request by its headers and the hash of its body, with the session token', async () => {
  vi.stubEnv('AWS_SESSION_TOKEN', 'token');
  const request = { method: 'PUT', key, headers: { 'content-type': 'application/pdf' } } as const;
  const signed = await signRequest(request, Buffer.from('%PDF-1.4'), new Date());
  const { pathname, host } = new URL(signed.url);
  const received = { method: 'PUT', target: pathname, headers: { ...signed.headers, host } };
  expect(await checkSignature(received, signatory, Date.now())).toBe(signed.headers['x-amz-content-sha256']);
  expect(signed.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-amz-security-token': 'token' });
  const changed = { ...received, headers: { ...received.headers, 'content-type': 'text/html' } };
  await expect(checkSignature(changed, signatory, Date.now())).rejects.toThrow(/signature/i);
});

it('signs the address of the file for its host and its time', async () => {
  const url = new URL(await presignDownload({ key, expiresS: 900 }));
  expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
  expect(await check(url)).toBe('UNSIGNED-PAYLOAD');
});

it('signs that the file comes as an attachment, so that it cannot be removed', async () => {
  const url = new URL(await presignDownload({ key, expiresS: 60 }));
  expect(url.searchParams.getAll('response-content-disposition')).toEqual(['attachment']);
  const inline = new URL(url);
  inline.searchParams.set('response-content-disposition', 'inline');
  const without = new URL(url);
  without.searchParams.delete('response-content-disposition');
  for (const changed of [inline, without]) await expect(check(changed)).rejects.toThrow(/signature/i);
  await expect(check(url, 'PUT')).rejects.toThrow(/signature/i);
});

it('includes the session token of temporary credentials', async () => {
  vi.stubEnv('AWS_SESSION_TOKEN', 'a+b/c=');
  const url = new URL(await presignDownload({ key, expiresS: 60 }));
  expect(url.searchParams.get('X-Amz-Security-Token')).toBe('a+b/c=');
});

it.each([0, -1, 1.5, 901, Number.NaN])('signs nothing for %s seconds', async (expiresS) => {
  await expect(presignDownload({ key, expiresS })).rejects.toBeInstanceOf(RangeError);
});

it.each(['../other', 'people/ü', 'a?b', ''])('signs no key like "%s"', async (other) => {
  await expect(presignDownload({ key: other, expiresS: 60 })).rejects.toBeInstanceOf(RangeError);
});
