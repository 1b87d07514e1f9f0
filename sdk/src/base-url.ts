import { describeGiven } from './given.js';

const EXAMPLE = 'for example "https://api.example.com"';

/** Path of the API that all operations share. People often copy it together with the base URL. */
const SHARED_PATH = /\/+api\/partner\/v2\/*$/;

/** Checks the base URL of the API, and removes the path `/api/partner/v2` and trailing slashes. @throws TypeError */
export function readBaseUrl(value: unknown): string {
  if (value === undefined || value === null || value === '')
    throw new TypeError(`baseUrl is missing. Pass the URL of the API, ${EXAMPLE}`);
  const url = typeof value === 'string' || value instanceof URL ? parse(String(value)) : undefined;
  // The error message must not contain a password or a key from the URL.
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    throw new TypeError(`baseUrl must not contain a user or a password. Pass the URL only, ${EXAMPLE}`);
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new TypeError(schemeMessage(value));
  if (url.search !== '' || url.hash !== '')
    throw new TypeError(`baseUrl must not contain a query or a fragment. Pass the URL only, ${EXAMPLE}`);
  return `${url.origin}${url.pathname}`.replace(SHARED_PATH, '').replace(/\/+$/, '');
}

function schemeMessage(value: unknown): string {
  const shown = typeof value === 'string' ? value.replace(/[?#].*$|^.*@/gs, '…') : value;
  return `baseUrl must be an http or https URL, ${EXAMPLE}, got ${describeGiven(shown)}`;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
