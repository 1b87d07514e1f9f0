/** The partner's console: a local server that adds the API key to the requests of its page. The page never receives the key. */

import type { IncomingMessage } from 'node:http';
import { operationFacts } from '../../generated/operations.js';
import type { OperationId } from '../../operation-types.js';
import type { Environment } from '../../options.js';
import { VERSION } from '../../transport.js';
import type { Profile } from '../account/profiles.js';
import { jsonReply, type PageFiles, type Reply, type RunningLoopback, readBody, startLoopback } from './loopback.js';

// The page can call only these operations. In production, the page can change data only with the operations that resend webhooks.

/** Operations for both environments. */
const EVERYWHERE = [
  'getApiKey',
  'getCapabilities',
  'getSettlementReport',
  'getUser',
  'getUserKyc',
  'getWebhookEndpoint',
  'getWebhookNotification',
  'getWebhookSettings',
  'getTransaction',
  'listChanges',
  'listSignatures',
  'listTransactionEvents',
  'listTransactionLedger',
  'listTransactions',
  'listUsers',
  'listWebhookEndpoints',
  'listWebhookNotifications',
  'replayWebhookNotifications',
  'retryWebhookNotification',
] as const satisfies readonly OperationId[];

/** Operations for the sandbox only. */
const SANDBOX = [
  'decideVerification',
  'expireDeclaration',
  'expireVerificationLink',
  'getWebhookFaults',
  'setWebhookFaults',
  'signDeclaration',
  'simulateTransaction',
] as const satisfies readonly OperationId[];

/** Returns true if a request matches a listed operation. An id in the path can contain only letters, digits, `_` and `-`. */
function isOffered(environment: Environment, method: string, path: string): boolean {
  const offered = environment === 'sandbox' ? [...EVERYWHERE, ...SANDBOX] : EVERYWHERE;
  return offered.some((id) => {
    const facts = operationFacts[id];
    return facts.method === method && new RegExp(`^${facts.path.replace(/\{\w+\}/g, '[\\w-]+')}$`).test(path);
  });
}

/** Request headers that the server forwards to the API. */
const SENT = ['accept', 'content-type', 'idempotency-key', 'x-request-id'] as const;

/** Response headers that the server returns to the page. */
const PASSED_BACK = ['content-type', 'retry-after', 'x-request-id', 'idempotency-replayed'] as const;

/** Timeout of a request to the API, in milliseconds. The API's limit is 14.5 s, so the page can receive the API's error. */
const TIMEOUT_MS = 30_000;

export interface PartnerConsoleOptions extends Profile {
  readonly environment: Environment;
  /** Port number; 0 selects a free port. */
  readonly port: number;
  readonly page: () => Promise<PageFiles>;
}

/** Starts the console. @throws Error with a system error code, for example `EADDRINUSE`, if the port is not available */
export function startPartnerConsole({ port, page, ...to }: PartnerConsoleOptions): Promise<RunningLoopback> {
  return startLoopback({ port, page, respond: (request) => pass(request, to) });
}

async function pass(
  request: IncomingMessage,
  { baseUrl, apiKey, environment }: Omit<PartnerConsoleOptions, 'port' | 'page'>,
): Promise<Reply> {
  const { method = '', url = '/', headers } = request;
  const [path = '', query] = url.split('?', 2);
  if (!isOffered(environment, method, path)) return jsonReply(404, { error: 'The console offers no such operation.' });
  const body = await readBody(request);
  if (body === undefined) return jsonReply(413, { error: 'The body is too long.' });
  const sent = SENT.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
  try {
    const response = await fetch(`${baseUrl}${path}${query === undefined ? '' : `?${query}`}`, {
      ...{ method, signal: AbortSignal.timeout(TIMEOUT_MS) },
      headers: {
        ...Object.fromEntries(sent),
        'user-agent': `partner-ramp-console/${VERSION}`,
        'partner-api-key': apiKey,
      },
      // A redirect could send the key to another server.
      redirect: 'error',
      ...(body === '' ? {} : { body }),
    });
    const back = PASSED_BACK.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const content = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: Object.fromEntries(back), content };
  } catch {
    return jsonReply(502, { error: `No complete response from ${new URL(baseUrl).origin}.` });
  }
}
