/** Listing the keys of a bucket that begin with a prefix, the whole of them in one answer. */
import { escaped, S3Error } from './s3-error';

/** Parameters of a listing, beside those of its signature. */
const PARAMETERS = new Set(['list-type', 'prefix']);

/** Tells whether a request asks for keys instead of an object. */
export function asksForListing(method: string, key: string, query: Query): boolean {
  return method === 'GET' && key === '' && query.some(([name, value]) => name === 'list-type' && value === '2');
}

/** Tells whether a parameter belongs to a listing. */
export function isListingParameter(parameter: string): boolean {
  return PARAMETERS.has(parameter);
}

type Query = readonly (readonly [string, string])[];

/** The answer to a listing. @throws S3Error without a prefix: nothing here looks through a whole bucket */
export function listing(bucket: string, keys: readonly string[], query: Query): string {
  const prefix = query.find(([name]) => name === 'prefix')?.[1] ?? '';
  if (prefix === '') throw new S3Error(501, 'NotImplemented', 'The local bucket lists by prefix only');
  const found = keys.filter((key) => key.startsWith(prefix)).toSorted();
  const contents = found.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join('');
  const head = `<Name>${bucket}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${found.length}</KeyCount>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${head}<IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
}
