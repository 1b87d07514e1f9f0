/** The server of a page on this machine alone, whose responses come with the rights of the person who started it. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

const HOST = '127.0.0.1';
const TOKEN_BYTES = 32;

/** Largest body of a request, bytes. */
const MAX_BODY_BYTES = 64 * 1024;

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A file of the page. */
export interface PageFile {
  readonly contentType: string;
  readonly content: string;
}

/** Files of the page by their paths. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** The response to a call. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | Uint8Array;
}

export interface LoopbackOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Makes the page at its first request: a start need not wait for it. */
  readonly page: () => Promise<PageFiles>;
  /** Responds to a call that has passed all checks. */
  readonly respond: (request: IncomingMessage) => Promise<Reply>;
}

export interface RunningLoopback {
  /** Address with the token in its fragment, which browsers send to no server. */
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  stop(): Promise<void>;
}

/**
 * Starts the server. Every request is checked by name and origin, every call by the token of this start, which no file and no
 * cookie holds. It logs nothing.
 * @throws Error with the system's code where the port cannot be had
 */
export async function startLoopback({ port, page, respond }: LoopbackOptions): Promise<RunningLoopback> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  let files: Promise<PageFiles> | undefined;
  const portOf = () => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const respondChecked = async (request: IncomingMessage): Promise<Reply> => {
    const { method, url: path = '/', headers } = request;
    const refusal = refusalOf(headers, portOf());
    if (refusal !== undefined) return jsonReply(403, { error: refusal });
    files ??= page();
    const file = method === 'GET' ? (await files).get(path) : undefined;
    if (file !== undefined)
      return { status: 200, headers: { 'content-type': file.contentType }, content: file.content };
    // Browsers name the origin of each request that may change anything.
    const isFromPage = hasToken(headers, token) && (method === 'GET' || headers.origin !== undefined);
    if (isFromPage) return respond(request);
    return jsonReply(403, { error: 'The token of this console is missing: open the address that it printed.' });
  };
  const server = createServer((request, response) => {
    respondChecked(request)
      .catch(() => jsonReply(500, { error: 'The console failed.' }))
      .then((reply) => send(response, reply));
  });
  server.listen({ port, host: HOST });
  await once(server, 'listening');
  const origin = `http://${HOST}:${portOf()}`;
  return {
    ...{ origin, token, url: `${origin}/#token=${token}` },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export function jsonReply(status: number, body: Readonly<Record<string, unknown>>): Reply {
  return { status, headers: { 'content-type': 'application/json' }, content: JSON.stringify(body) };
}

function send(response: ServerResponse, { status, headers, content }: Reply): void {
  response.writeHead(status, { ...headers, ...HEADERS }).end(content);
}

/** Reads a body; `undefined` if it is longer than any. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Header of the token. A page of another origin cannot send it unless it is let to. */
const TOKEN_HEADER = 'console-token';

/**
 * Says why a request is refused, `undefined` if it is not. A name that is not of this machine, which a foreign DNS response
 * leads here (DNS rebinding), and any other origin are refused.
 */
function refusalOf(headers: IncomingHttpHeaders, port: number): string | undefined {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  if (!['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port}`))
    return 'This name is not of the console.';
  if (origin !== undefined && origin !== `http://${host}`) return 'This origin is not of the console.';
  if (site !== 'none' && site !== 'same-origin') return 'Another site leads here.';
  return undefined;
}

/** Compares the token of a request in constant time. Repeated headers are joined by Node.js, and are no token. */
function hasToken(headers: IncomingHttpHeaders, token: string): boolean {
  const sent = headers[TOKEN_HEADER];
  const [given, expected] = [Buffer.from(typeof sent === 'string' ? sent : ''), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
