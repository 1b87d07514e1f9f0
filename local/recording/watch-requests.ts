/** Sees the signed requests of this process to some addresses, and those that reach servers of this process. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { type Content, type Outgoing, replaceHttpClient } from '#local/metering/http-calls';
import type { ServiceRequest } from '#local/recording/iam-request';

/** A request with the session that signed it. */
export interface SessionRequest extends ServiceRequest {
  /** Session token of the credentials. */
  readonly session: string;
}

/** Host and port by which requests are distinguished. */
type Hosts = ReadonlySet<string>;

interface Watch {
  readonly hosts: Hosts;
  readonly take: (request: SessionRequest) => void;
}

const watches = new Set<Watch>();
let isInstalled = false;

/**
 * Passes on each request that carries a session token: of programs of this process as soon as it is sent; of anyone to
 * object storage once it is answered, since signed addresses are used by others.
 * @param endpoints e.g. `http://127.0.0.1:8000`
 * @returns what ends it
 */
export function watchRequests(endpoints: readonly string[], take: (request: SessionRequest) => void): () => void {
  if (!isInstalled) replaceHttpClient(watchOutgoing);
  isInstalled = true;
  const watch = { hosts: new Set(endpoints.map((endpoint) => new URL(endpoint).host)), take };
  watches.add(watch);
  const onAnswered = (message: unknown) => takeAnswered(message, watch);
  subscribe(ANSWERED, onAnswered);
  return () => {
    watches.delete(watch);
    unsubscribe(ANSWERED, onAnswered);
  };
}

function watchOutgoing({ pass }: Outgoing): ClientRequest {
  const request = pass();
  const session = request.getHeader('x-amz-security-token');
  const watch = [...watches].find(({ hosts }) => hosts.has(String(request.getHeader('host'))));
  const service = signedService(String(request.getHeader('authorization')));
  // Object storage is watched where the requests arrive.
  if (watch === undefined || session === undefined || service === undefined || service === 's3') return request;
  const end = request.end.bind(request);
  const write = request.write.bind(request);
  const chunks: Buffer[] = [];
  const keep = (content: unknown) => {
    if (isContent(content)) chunks.push(Buffer.from(content));
  };
  Object.assign(request, {
    write: (...given: Parameters<typeof write>) => {
      keep(given[0]);
      return write(...given);
    },
    end: (content?: unknown, ...others: readonly unknown[]) => {
      keep(content);
      const { method, path } = request;
      const target = String(request.getHeader('x-amz-target') ?? '');
      const body = Buffer.concat(chunks).toString('utf8');
      watch.take({ session: String(session), service, method, path, target, body });
      return Reflect.apply(end, request, [content, ...others]);
    },
  });
  return request;
}

const ANSWERED = 'http.server.response.finish';

interface Answered {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function takeAnswered(message: unknown, { hosts, take }: Watch): void {
  if (!isAnswered(message)) return;
  const { method = '', url: path = '/', headers } = message.request;
  if (!hosts.has(headers.host ?? '')) return;
  const query = new URLSearchParams(path.split('?')[1]);
  const session = headers['x-amz-security-token'] ?? query.get('X-Amz-Security-Token');
  const service = signedService(headers.authorization ?? `Credential=${query.get('X-Amz-Credential')},`);
  if (typeof session !== 'string' || service !== 's3') return;
  take({ session, service, method, path, target: '', body: '', status: message.response.statusCode });
}

/** `Credential=<key>/<day>/<region>/<service>/aws4_request,` */
function signedService(authorization: string): string | undefined {
  return /Credential=[^/]+\/\d{8}\/[^/]+\/([^/]+)\/aws4_request,/.exec(authorization)?.[1];
}

function isContent(value: unknown): value is Content {
  return typeof value === 'string' || value instanceof Uint8Array;
}

function isAnswered(message: unknown): message is Answered {
  return typeof message === 'object' && message !== null && 'request' in message && 'response' in message;
}
