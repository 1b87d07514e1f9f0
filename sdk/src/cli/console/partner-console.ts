/** The partner's page: a server on this machine that adds the key to the calls of its page, which never has it. */
import type { IncomingMessage } from 'node:http';
import type { Environment } from '../../options.js';
import { VERSION } from '../../transport.js';
import type { Profile } from '../account/profiles.js';
import { jsonReply, type PageFiles, type Reply, type RunningLoopback, readBody, startLoopback } from './loopback.js';
import { isOffered } from './operations.js';

/** Headers of a call that are passed on. */
const SENT = ['accept', 'content-type', 'idempotency-key', 'x-request-id'] as const;

/** Headers of an answer that are passed back. */
const ANSWERED = ['content-type', 'retry-after', 'x-request-id', 'idempotency-replayed'] as const;

/** Longest time for an answer, in milliseconds. The service itself gives up after 29 seconds. */
const TIMEOUT_MS = 30_000;

export interface PartnerConsoleOptions extends Profile {
  readonly environment: Environment;
  /** 0 picks a free one. */
  readonly port: number;
  readonly page: () => Promise<PageFiles>;
}

/** Starts the page. @throws Error with the system's code where the port cannot be had */
export function startPartnerConsole({ port, page, ...to }: PartnerConsoleOptions): Promise<RunningLoopback> {
  return startLoopback({ port, page, answer: (request) => pass(request, to) });
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
    const answer = await fetch(`${baseUrl}${path}${query === undefined ? '' : `?${query}`}`, {
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
    const back = ANSWERED.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const content = new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, headers: Object.fromEntries(back), content };
  } catch {
    return jsonReply(502, { error: `No whole answer came from ${new URL(baseUrl).origin}.` });
  }
}
