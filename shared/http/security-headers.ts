import { linksAreLocal } from '#shared/platform/config/environment';

/** Browsers keep to HTTPS for two years (RFC 6797). Where links are http, there is no certificate to keep to. */
export function transportHeaders(): Readonly<Record<string, string>> {
  return linksAreLocal() ? {} : { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };
}

/**
 * Returns the headers of every response of the API: no cache keeps it, and no browser guesses another type
 * (contract, Responses).
 */
export function apiHeaders(): Readonly<Record<string, string>> {
  return { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...transportHeaders() };
}
