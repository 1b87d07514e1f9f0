import { describeGiven } from './given.js';

const EXAMPLE = 'for example "https://api.example.com"';

/** The path that all operations share, as people copy it with the address. */
const SHARED_PATH = /\/+api\/partner\/v2\/*$/;

/**
 * Reads the address of the API. The path that all operations share may be part of it.
 * @returns the address without a slash at its end
 * @throws TypeError for an address that is missing, is not http or https, or has a user, a query or a fragment
 */
export function readBaseUrl(value: unknown): string {
  if (value === undefined || value === null || value === '')
    throw new TypeError(`baseUrl is missing: give the address of the API, ${EXAMPLE}`);
  const url = typeof value === 'string' || value instanceof URL ? parse(String(value)) : undefined;
  // The message must not repeat a password or a key.
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    throw new TypeError(`baseUrl must not contain a user or a password: give ${EXAMPLE}`);
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new TypeError(schemeMessage(value));
  if (url.search !== '' || url.hash !== '')
    throw new TypeError(`baseUrl must not contain a query or a fragment: give ${EXAMPLE}`);
  return `${url.origin}${url.pathname}`.replace(SHARED_PATH, '').replace(/\/+$/, '');
}

function schemeMessage(value: unknown): string {
  const shown = typeof value === 'string' ? value.replace(/[?#].*$|^.*@/gs, '…') : value;
  return `baseUrl must be an http or https address, ${EXAMPLE}, got ${describeGiven(shown)}`;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
