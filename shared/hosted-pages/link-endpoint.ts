/**
 * Builds the handlers of pages that people open with a personal link. The link is the only credential. The link must therefore
 * never appear in logs, referrers, caches or search engines, and other sites must not frame the page.
 */

import { createHash } from 'node:crypto';
import { WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { endpoint } from '#shared/http/endpoint';
import { type GatewayEvent, type GatewayResult, header, readBaseUrl } from '#shared/http/gateway-event';
import { negotiateLanguage } from '#shared/http/negotiate-language';
import { reportFailure } from '#shared/http/unexpected-error';
import { isLinkToken } from '#shared/links/link-tokens';
import { nowMs } from '#shared/platform/config/environment';
import type { Language } from '#shared/values/languages';
import { isValidUnicode } from '#shared/values/unicode';
import { ACCESSIBILITY_STEP, accessibilityPage, failurePage, type Page } from './layout';
import {
  brandStyle,
  type FindRequester,
  findLinkRequester,
  findPageBranding,
  type PageBranding,
} from './page-branding';
import { styleSheet } from './style-sheet';

/** Request from a person's browser. */
export interface HostedPageRequest {
  /** Secret token of the link, with a valid format. */
  readonly token: string;
  /** Language of the page if the country of the payer, the verification or the company is unknown. */
  readonly language: Language;
  /** Returns the language for a link with the given country (ISO 3166). */
  readonly languageIn: (country: string | undefined) => Language;
  /** URL parameter `step`: the requested part of the page, for example the receipt. */
  readonly step: string | undefined;
  /** Fields of the submitted form; empty without a form. */
  readonly form: URLSearchParams;
  readonly baseUrl: string;
  readonly ip: string;
  readonly userAgent: string;
  /** True if the browser prefetches the page, so that possibly no person sees the page (W3C, Resource Hints; `Sec-Purpose`). */
  readonly isPrefetch: boolean;
  /** Time of the request, epoch ms. All rules of the request use this time. */
  readonly nowMs: number;
}

export type HostedPageReply =
  | Page
  /** Redirects to the same page after an accepted form. A reload of the page then does not submit the form again. */
  | { readonly again: true; readonly step?: string | undefined }
  /** Redirects to another page of this service, by its full URL. */
  | { readonly location: string }
  /** JSON response to the script of the page. */
  | { readonly status: number; readonly json: object }
  /** File to download, as text, because API Gateway does not return binary content to browsers. */
  | { readonly file: { readonly contentType: string; readonly body: string; readonly name: string } };

export type HostedPageOperation = (request: HostedPageRequest) => Promise<HostedPageReply>;

/** Maximum size of a form. Even the largest field of our forms, a drawn signature, is smaller than this limit. */
const MAX_FORM_BYTES = 262_144;

const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};

/** Returns the handler of a page. `id` is the id of the endpoint in shared/contract/endpoints.ts. */
export function linkEndpoint(
  id: string,
  operation: HostedPageOperation,
  findRequester: FindRequester = findLinkRequester,
): (event: GatewayEvent) => Promise<GatewayResult> {
  return endpoint({ id, headers: () => SECURITY_HEADERS }, async (event, requestId) => ({
    response: await respond({ operation, findRequester }, event, requestId),
  }));
}

async function respond(
  { operation, findRequester }: { readonly operation: HostedPageOperation; readonly findRequester: FindRequester },
  event: GatewayEvent,
  requestId: string,
): Promise<GatewayResult> {
  const requested = {
    acceptLanguage: header(event, 'accept-language'),
    chosen: event.queryStringParameters?.lang,
  };
  const language = negotiateLanguage(requested);
  const languageIn = (country: string | undefined) => negotiateLanguage(requested, country);
  // For a POST, the branding is read later, because a POST returns a page only after an error.
  const reading = event.httpMethod === 'GET' ? findPageBranding(readToken(event), findRequester) : undefined;
  const response = await reply(operation, event, { language, languageIn }).catch((error: unknown) => {
    if (error instanceof WriteContention) return failurePage('busy', language);
    reportFailure(error, requestId);
    return failurePage('broken', language);
  });
  if ('render' in response)
    return pageResponse(response, await (reading ?? findPageBranding(readToken(event), findRequester)));
  // Wait here, because Lambda freezes the process after the response, including unfinished work.
  await reading;
  return toGatewayResult(response, event);
}

const readToken = ({ pathParameters }: GatewayEvent) => pathParameters?.token ?? '';

async function reply(
  operation: HostedPageOperation,
  event: GatewayEvent,
  { language, languageIn }: Pick<HostedPageRequest, 'language' | 'languageIn'>,
): Promise<HostedPageReply> {
  if (event.httpMethod === 'POST' && isCrossOrigin(event)) return failurePage('foreign', language);
  const step = event.queryStringParameters?.step;
  if (event.httpMethod === 'GET' && step === ACCESSIBILITY_STEP) return accessibilityPage(language);
  const token = readToken(event);
  if (!isLinkToken(token)) return failurePage('unknown', language);
  if (Buffer.byteLength(event.body ?? '') > MAX_FORM_BYTES) return failurePage('too-large', language);
  const form = readForm(event);
  // Our forms send UTF-8. A body with other bytes does not come from our forms.
  if (form === undefined) return { ...failurePage('foreign', language), status: 400 };
  return operation({
    token,
    language,
    languageIn,
    step,
    form,
    baseUrl: readBaseUrl(event),
    ip: event.requestContext.identity.sourceIp,
    userAgent: (event.requestContext.identity.userAgent ?? '').slice(0, 512).toWellFormed().replaceAll('\ufffd', '?'),
    isPrefetch: /prefetch|preview/.test(header(event, 'sec-purpose') ?? header(event, 'purpose') ?? ''),
    nowMs: nowMs(),
  });
}

/**
 * Returns true if the browser reports that a page of another host sent the form. Non-browser clients send no `Origin`. Our pages
 * send no referrer, so browsers send `Origin: null` (the Fetch standard, "append a request Origin header"). Then the header
 * `sec-fetch-site`, which scripts cannot set, shows whether a page of another origin sent the form.
 */
function isCrossOrigin(event: GatewayEvent): boolean {
  const origin = header(event, 'origin');
  if (origin === undefined) return false;
  if (origin === 'null') return ['cross-site', 'same-site'].includes(header(event, 'sec-fetch-site') ?? '');
  return !URL.canParse(origin) || new URL(origin).host !== new URL(readBaseUrl(event)).host;
}

function toGatewayResult(reply: Exclude<HostedPageReply, Page>, event: GatewayEvent): GatewayResult {
  if ('json' in reply) {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    return { statusCode: reply.status, headers, body: JSON.stringify(reply.json) };
  }
  if ('file' in reply) {
    const { contentType, body, name } = reply.file;
    const headers = { 'content-type': contentType, 'content-disposition': `attachment; filename="${name}"` };
    return { statusCode: 200, headers, body };
  }
  if ('location' in reply) return { statusCode: 303, headers: { location: reply.location }, body: '' };
  const lang = event.queryStringParameters?.lang;
  const query = new URLSearchParams({
    ...(lang === undefined ? {} : { lang }),
    ...(reply.step === undefined ? {} : { step: reply.step }),
  });
  // A relative URL without a path, so that the header does not contain the secret link (RFC 3986, 5.4).
  return { statusCode: 303, headers: { location: `?${query}` }, body: '' };
}

async function pageResponse(page: Page, pageBranding: PageBranding | undefined): Promise<GatewayResult> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(page, pageBranding && brandStyle(pageBranding.branding)),
  };
  return { statusCode: page.status, headers, body: `<!doctype html>\n${await page.render(pageBranding)}` };
}

/** Returns the content security policy: inline styles and script only by hash, and no content from other origins. */
function contentSecurityPolicy({ script, connect = [] }: Page, brandStyle: string | undefined): string {
  const styles = [styleSheet, ...(brandStyle === undefined ? [] : [brandStyle])];
  return [
    "default-src 'none'",
    `style-src ${styles.map((style) => `'${cspHash(style)}'`).join(' ')}`,
    script === undefined ? "script-src 'none'" : `script-src '${cspHash(script)}'`,
    script === undefined ? "connect-src 'none'" : `connect-src ${["'self'", ...connect].join(' ')}`,
    "img-src 'self' blob: data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Returns the fields of a form; `undefined` if the bytes are not UTF-8. The character U+FFFD in a field is not an error, because
 * people may paste this character.
 */
function readForm({ body, isBase64Encoded }: GatewayEvent): URLSearchParams | undefined {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');
  try {
    decodeURIComponent(text);
  } catch {
    return undefined;
  }
  return isValidUnicode(text) ? new URLSearchParams(text) : undefined;
}
