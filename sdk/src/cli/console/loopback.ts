/** HTTP server for a page on this computer only. The server acts with the permissions of the user who started it. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

const HOST = '127.0.0.1';
const TOKEN_BYTES = 32;

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

/** Files of the page by URL path. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** The response to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | Uint8Array;
}

export interface LoopbackOptions {
  /** Port number; 0 selects a free port. */
  readonly port: number;
  /** Builds the page at the first request, so that the server starts without a delay. */
  readonly page: () => Promise<PageFiles>;
  /** Responds to a request that has passed all checks. */
  readonly respond: (request: IncomingMessage) => Promise<Reply>;
}

export interface RunningLoopback {
  /** URL with the token in the fragment, because browsers do not send fragments to servers. */
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  stop(): Promise<void>;
}

/**
 * Starts the server. It checks the host name and origin of each request, and the token of each request except for page files.
 * The token is new for each start and is in no file or cookie. The server logs nothing.
 * @throws Error with a system error code, for example `EADDRINUSE`, if the port is not available
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
    // Browsers send the header `Origin` with every request that can change data.
    const isFromPage = hasToken(headers, token) && (method === 'GET' || headers.origin !== undefined);
    if (isFromPage) return respond(request);
    return jsonReply(403, { error: 'The token of this console is missing. Open the URL that the console printed.' });
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

/** Reads a request body; returns `undefined` if the body exceeds `MAX_BODY_BYTES`. */
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

/** Header with the token. A page of another origin can send this header only if the server allows it. */
const TOKEN_HEADER = 'console-token';

/**
 * Returns the reason to reject a request, or `undefined` if the request is accepted. Rejects requests from other origins, and
 * requests to another host name, because DNS rebinding can direct any host name to this server.
 */
function refusalOf(headers: IncomingHttpHeaders, port: number): string | undefined {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  if (!['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port}`))
    return 'This host name does not belong to the console.';
  if (origin !== undefined && origin !== `http://${host}`) return 'This origin does not belong to the console.';
  if (site !== 'none' && site !== 'same-origin') return 'The request comes from another site.';
  return undefined;
}

/** Compares a request's token in constant time. Node.js joins repeated headers to one text, which does not match the token. */
function hasToken(headers: IncomingHttpHeaders, token: string): boolean {
  const sent = headers[TOKEN_HEADER];
  const [given, expected] = [Buffer.from(typeof sent === 'string' ? sent : ''), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
