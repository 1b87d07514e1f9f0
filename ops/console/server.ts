/**
 * The server of the console, on loopback alone. Its answers come with the rights of the operator who started it, so every request is
 * checked by name, origin and a token of this start, which no file and no cookie holds.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Environment } from '#ops/connection';
import { hasToken, refusalOf } from '#ops/console/guard';
import type { PageFile } from '#ops/console/page';
import { type Answer, runVerb } from '#ops/console/run-verb';
import type { Typed } from '#ops/options';
import type { Surroundings } from '#ops/verb';

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

export interface ConsoleOptions {
  readonly env: Environment;
  /** Options of the place, which every verb is given. */
  readonly place: Typed;
  /** 0 picks a free one. */
  readonly port: number;
  readonly findVerb: Surroundings['findVerb'];
}

export interface RunningConsole {
  /** Address with the token in its fragment, which browsers send to no server. */
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts the console. @throws Error with the system's code where the port cannot be had */
export async function startConsole({ env, place, port, findVerb }: ConsoleOptions): Promise<RunningConsole> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  let files: Promise<ReadonlyMap<string, PageFile>> | undefined;
  /** Bundles the page at its first request: a start need not wait for it. */
  const page = async () => (await import('#ops/console/page')).pageFiles(env);
  const server = createServer((request, response) => {
    const answered = async () => {
      const { method, url: path = '/', headers } = request;
      const refusal = refusalOf({ headers, port: portOf() });
      if (refusal !== undefined) return send(response, failed(403, refusal));
      if (method === 'GET') {
        files ??= page();
        const file = (await files).get(path);
        return file === undefined ? send(response, failed(404, 'There is no such page.')) : sendFile(response, file);
      }
      // Browsers name the origin of each POST.
      if (method !== 'POST' || headers.origin === undefined || !hasToken(headers, token))
        return send(response, failed(403, 'The token of this console is missing: open the address that it printed.'));
      return send(response, await act(request, path));
    };
    answered().catch(() => send(response, failed(500, 'The console failed.')));
  });
  const act = async (request: IncomingMessage, path: string): Promise<Answer> => {
    const [, noun, verb] = /^\/verbs\/([a-z-]+)\/([a-z-]+)$/.exec(path) ?? [];
    if (noun === undefined || request.headers['content-type'] !== 'application/json')
      return failed(404, 'There is no such verb.');
    const body = await readBody(request);
    return body === undefined
      ? failed(413, 'The body is too long.')
      : runVerb(`${noun} ${verb}`, body, { place, findVerb });
  };
  const portOf = () => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
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

function failed(status: number, error: string): Answer {
  return { status, body: { error } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendFile(response: ServerResponse, { contentType, content }: PageFile): void {
  response.writeHead(200, { ...HEADERS, 'content-type': contentType }).end(content);
}

/** Reads a body; `undefined` where it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
