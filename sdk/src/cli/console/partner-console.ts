/** The partner's page: a server on this machine that adds the key to the calls of its page, which never has it. */

import type { IncomingMessage } from 'node:http';
import { operationFacts } from '../../generated/operations.js';
import type { OperationId } from '../../operation-types.js';
import type { Environment } from '../../options.js';
import { VERSION } from '../../transport.js';
import type { Profile } from '../account/profiles.js';
import { jsonReply, type PageFiles, type Reply, type RunningLoopback, readBody, startLoopback } from './loopback.js';

// Operations that the partner's page may call: a closed list. Those that change anything send a webhook again, or are of the sandbox.

/** Operations of both environments. */
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

/** Operations of the sandbox alone. */
const SANDBOX = [
  'decideVerification',
  'expireDeclaration',
  'expireVerificationLink',
  'getWebhookFaults',
  'setWebhookFaults',
  'signDeclaration',
  'simulateTransaction',
] as const satisfies readonly OperationId[];

/** Returns true if a request is one of the offered operations. An id in a path is a word without dots and escapes. */
function isOffered(environment: Environment, method: string, path: string): boolean {
  const offered = environment === 'sandbox' ? [...EVERYWHERE, ...SANDBOX] : EVERYWHERE;
  return offered.some((id) => {
    const facts = operationFacts[id];
    return facts.method === method && new RegExp(`^${facts.path.replace(/\{\w+\}/g, '[\\w-]+')}$`).test(path);
  });
}

/** Headers of a call that are passed on. */
const SENT = ['accept', 'content-type', 'idempotency-key', 'x-request-id'] as const;

/** Headers of a response that are passed back. */
const PASSED_BACK = ['content-type', 'retry-after', 'x-request-id', 'idempotency-replayed'] as const;

/** Longest time for a response, in milliseconds. The service itself stops after 29 seconds. */
const TIMEOUT_MS = 30_000;

export interface PartnerConsoleOptions extends Profile {
  readonly environment: Environment;
  /** 0 picks a free one. */
  readonly port: number;
  readonly page: () => Promise<PageFiles>;
}

/** Starts the page. @throws Error with the system's code if the port is not available */
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
      // A redirect could take the key to another address.
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
    return jsonReply(502, { error: `No whole response came from ${new URL(baseUrl).origin}.` });
  }
}
