import { linksAreLocal } from '#shared/platform/config/environment';

/**
 * Returns the header that tells browsers to use HTTPS for two years (RFC 6797). Returns no header if links use http, because the
 * local stack has no certificate.
 */
export function transportHeaders(): Readonly<Record<string, string>> {
  return linksAreLocal() ? {} : { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };
}

/** Returns the headers of API responses. The headers forbid caching and guesses of the content type (contract, Responses). */
export function apiHeaders(): Readonly<Record<string, string>> {
  return { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...transportHeaders() };
}
