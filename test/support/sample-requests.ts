/** Requests that samples of the reference make, in one form whatever their language. */
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '#site/reference/api-document';
import { type Sample, samples } from '#site/reference/samples/samples';

/** A request, without what differs from call to call. */
export interface SampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly body: unknown;
  /** Those of the headers of `COMPARED_HEADERS` that are sent. */
  readonly headers: readonly string[];
}

/** Names of headers that mean something to the API, in lower case and in order. */
const COMPARED_HEADERS = ['content-type', 'idempotency-key', 'partner-api-key'];

/** The names of a request's headers that mean something to the API. @param names in any letter case */
export function comparedHeaders(names: readonly string[]): string[] {
  const sent = new Set(names.map((name) => name.toLowerCase()));
  return COMPARED_HEADERS.filter((name) => sent.has(name));
}

/** The sample of an operation in a language. @throws Error when there is none */
export function sampleOf(operation: Operation, language: Sample['language']): string {
  const found = samples(operation).find((sample) => sample.language === language);
  if (found === undefined) throw new Error(`${operation.id} has no sample in ${language}`);
  return found.text;
}

/** Runs the curl samples with a curl that sends nothing. @returns the request of each */
export function curlRequests(operations: readonly Operation[]): SampleRequest[] {
  const shell = operations.map((operation) => sampleOf(operation, 'sh')).join('\necho; echo "next"\n');
  const record = `curl() { printf '%s\\0' "$@"; }; uuidgen() { echo key; }; BASE_URL=https://api.test PARTNER_API_KEY=k\n${shell}`;
  return execFileSync('bash', ['-c', record], { encoding: 'utf8' }).split('\nnext\n').map(readCurl);
}

/** The request of a curl command, from its arguments. */
function readCurl(output: string): SampleRequest {
  const values = output.trim().split('\0');
  const after = (flag: string) => (values.includes(flag) ? values[values.indexOf(flag) + 1] : undefined);
  const { pathname, search } = new URL(values.find((value) => value.startsWith('https://')) ?? '');
  const body = after('-d');
  const headers = values.flatMap((value, at) => (values[at - 1] === '-H' ? [value.split(':')[0] ?? ''] : []));
  return {
    ...{ method: after('-X') ?? 'GET', address: pathname + search, headers: comparedHeaders(headers) },
    body: body === undefined ? undefined : JSON.parse(body),
  };
}

/** @throws Error naming the first operation whose request is not the wanted one */
export function assertSameRequests(
  operations: readonly Operation[],
  found: readonly SampleRequest[],
  wanted: readonly SampleRequest[],
): void {
  for (const [at, { id }] of operations.entries())
    if (!isDeepStrictEqual(found[at], wanted[at]))
      throw new Error(`${id}: ${JSON.stringify(found[at])} in place of ${JSON.stringify(wanted[at])}`);
}
