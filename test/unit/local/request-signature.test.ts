import { describe, expect, it } from 'vitest';
import { checkSignature, type ReceivedRequest } from '#local/engines/buckets/request-signature';

/**
 * The examples of the Amazon S3 documentation: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and
 * sigv4-query-string-auth.html
 */
const signatory = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const AT_MS = Date.parse('2013-05-24T00:00:00Z');
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const host = 'examplebucket.s3.amazonaws.com';

function byHeaders(signedHeaders: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;
}

const get = {
  method: 'GET',
  target: '/test.txt',
  headers: {
    host,
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization: byHeaders(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
};
const put = {
  method: 'PUT',
  target: '/test%24file.text',
  headers: {
    host,
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    authorization: byHeaders(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  },
};
const lifecycle = {
  method: 'GET',
  target: '/?lifecycle',
  headers: {
    host,
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': EMPTY,
    authorization: byHeaders(
      'host;x-amz-content-sha256;x-amz-date',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ),
  },
};
const QUERY =
  'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
const address = { method: 'GET', target: `/test.txt?${QUERY}`, headers: { host } };

/** Returns the error code and message, or the hash that the body must have. */
async function outcome(request: ReceivedRequest, nowMs = AT_MS): Promise<string> {
  return checkSignature(request, signatory, nowMs).catch((error: unknown) =>
    error instanceof Error && 'code' in error ? `${error.code}: ${error.message}` : String(error),
  );
}

describe('a signature', () => {
  it.each([
    ['a GET with a range', get, EMPTY],
    ['a PUT with a date and a dollar sign', put, put.headers['x-amz-content-sha256']],
    ['a GET with a parameter without a value', lifecycle, EMPTY],
    ['an address', address, 'UNSIGNED-PAYLOAD'],
  ])('of the documentation fits: %s', async (_name, request, expected) => {
    expect(await outcome(request)).toBe(expected);
  });

  it.each<[name: string, request: ReceivedRequest]>([
    ['another method', { ...get, method: 'HEAD' }],
    ['another path', { ...get, target: '/other.txt' }],
    ['another parameter', { ...lifecycle, target: '/?acl' }],
    ['another value of a header', { ...get, headers: { ...get.headers, range: 'bytes=0-10' } }],
    ['a signed header that is gone', { ...get, headers: { ...get.headers, range: undefined } }],
    ['another host', { ...address, headers: { host: 'other' } }],
    ['a longer life', { ...address, target: address.target.replace('86400', '86401') }],
    ['another signature', { ...address, target: address.target.replace(/4$/, '5') }],
    ['a malformed signature', { ...address, target: address.target.replace(/[0-9a-f]{64}$/, 'no') }],
    ['one more parameter', { ...address, target: `${address.target}&x-id=GetObject` }],
  ])('does not fit %s', async (_name, request) => {
    expect(await outcome(request)).toMatch(/^SignatureDoesNotMatch/);
  });

  it('is valid for its time only', async () => {
    expect(await outcome(address, AT_MS + 86_400_000)).toBe('UNSIGNED-PAYLOAD');
    expect(await outcome(address, AT_MS + 86_400_001)).toBe('AccessDenied: Request has expired');
    expect(await outcome(address, AT_MS - 900_001)).toBe('AccessDenied: Request is not yet valid');
    expect(await outcome(get, AT_MS + 900_000)).toBe(EMPTY);
    expect(await outcome(get, AT_MS + 900_001)).toMatch(/^RequestTimeTooSkewed/);
    expect(await outcome(get, AT_MS - 900_001)).toMatch(/^RequestTimeTooSkewed/);
  });

  const changed = (headers: Readonly<Record<string, string | undefined>>) => ({
    ...get,
    headers: { ...get.headers, ...headers },
  });
  const readdressed = (from: string | RegExp, to: string) => ({
    ...address,
    target: address.target.replace(from, to),
  });

  it.each<[name: string, request: ReceivedRequest, refusal: RegExp]>([
    ['none', changed({ authorization: undefined }), /^AccessDenied: Access Denied$/],
    [
      'one of another kind',
      changed({ authorization: 'Bearer x' }),
      /not signed: host, x-amz-content-sha256, x-amz-date$/,
    ],
    ['two', { ...address, headers: get.headers }, /^InvalidArgument/],
    ["a stranger's", readdressed('AKIAIOSFODNN7EXAMPLE', 'AKIAOTHER'), /^SignatureDoesNotMatch/],
    ['one for another region', readdressed('us-east-1', 'eu-west-1'), /^SignatureDoesNotMatch/],
    ['one of another day', readdressed('%2F20130524', '%2F20130523'), /^SignatureDoesNotMatch/],
    ['one without a date', changed({ 'x-amz-date': undefined }), /valid Date or x-amz-date/],
    ['one of no hash', changed({ 'x-amz-content-sha256': undefined }), /^SignatureDoesNotMatch/],
    ['one beside an unsigned header', changed({ 'x-amz-acl': 'public-read' }), /not signed: x-amz-acl$/],
    ['an endless one', readdressed('86400', '604801'), /^AuthorizationQueryParametersError/],
    ['one without an end', readdressed('X-Amz-Expires=86400&', ''), /^AuthorizationQueryParametersError/],
    ['another algorithm', readdressed('HMAC-SHA256', 'ECDSA-P256-SHA256'), /^SignatureDoesNotMatch/],
    ['a malformed path', { ...address, target: '/%E0%A4%A' }, /^InvalidURI/],
  ])('is refused: %s', async (_name, request, refusal) => {
    expect(await outcome(request)).toMatch(refusal);
  });
});
