import { localNetworkAllowed } from '#shared/config/environment';

/** Browsers keep to HTTPS for two years (RFC 6797). A laptop has no certificate to keep to. */
export function transportHeaders(): Readonly<Record<string, string>> {
  return localNetworkAllowed() ? {} : { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };
}

/** What every answer of the API carries: no cache keeps it, and no browser takes it for another type (contract, Answers). */
export function apiHeaders(): Readonly<Record<string, string>> {
  return { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...transportHeaders() };
}
