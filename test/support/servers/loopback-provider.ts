import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { signatureHeader } from '#shared/http/signature';
import { startedForTests } from '#test/support/started-for-tests';

/** Behavior of the fake provider in one response. The default is `ok`. */
export type Behaviour =
  | 'ok'
  | 'error-500'
  | 'too-many-requests'
  | 'slow'
  | 'drip'
  | 'reset'
  | 'not-json'
  | 'wrong-schema'
  | 'redirect'
  | 'huge'
  | 'refuse'
  | 'missing';

/** A received request. */
export interface ProviderRequestSeen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A signed callback of a provider. */
export interface CallbackMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoopbackProvider {
  readonly url: string;
  readonly seen: ProviderRequestSeen[];
  /** Behaviors in the next responses, one each, then `ok`. */
  readonly script: Behaviour[];
  /** Body of a successful response. */
  response: Readonly<Record<string, unknown>>;
  /** Fields that make the body invalid if the behavior is `wrong-schema`. They replace fields of `response`. */
  wrong: Readonly<Record<string, unknown>>;
  /** Seconds of `Retry-After`. */
  retryAfterS: number;
  stop(): Promise<void>;
}

/** Starts a fake provider on loopback that records its requests and can simulate every failure. */
export async function startLoopbackProvider(): Promise<LoopbackProvider> {
  const open = new Set<NodeJS.Timeout>();
  const { url, stop } = await startHttpServer(async (request, response) => {
    provider.seen.push(toSeenRequest(request, await text(request)));
    respond(provider.script.shift() ?? 'ok', request, response);
  });
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  function respond(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
    switch (behaviour) {
      case 'ok':
        json(response, request.method === 'POST' ? 201 : 200, provider.response);
        return;
      case 'error-500':
        json(response, 500, { error: 'of the provider' });
        return;
      case 'refuse':
        json(response, 422, { error: 'of the caller' });
        return;
      case 'missing':
        json(response, 404, {});
        return;
      case 'too-many-requests':
        response.setHeader('retry-after', String(provider.retryAfterS));
        json(response, 429, {});
        return;
      case 'slow':
        // Never responds; the caller closes the connection.
        return;
      case 'drip': {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 20);
        open.add(timer);
        response.on('close', () => clearInterval(timer));
        return;
      }
      case 'reset':
        request.socket.destroy();
        return;
      case 'not-json':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>');
        return;
      case 'wrong-schema':
        json(response, 200, { ...provider.response, ...provider.wrong });
        return;
      case 'redirect':
        response.writeHead(302, { location: `${provider.url}/elsewhere` }).end();
        return;
      case 'huge':
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ ...provider.response, filler: 'x'.repeat(2_000_000) }));
        return;
    }
  }

  const provider: LoopbackProvider = {
    url: `${url}/v1`,
    seen: [],
    script: [],
    response: { status: 'PENDING', reference: 'case-1' },
    wrong: { status: 'MAYBE' },
    retryAfterS: 0,
    stop() {
      for (const timer of open) clearInterval(timer);
      return stop();
    },
  };
  return provider;
}

/** Starts a fake provider for a test file. Before each test, it has no requests, and its next responses are successful. */
export function loopbackProviderForTests(): () => LoopbackProvider {
  const provider = startedForTests(startLoopbackProvider);
  beforeEach(() => {
    provider().seen.length = 0;
    provider().script.length = 0;
    provider().retryAfterS = 0;
  });
  return provider;
}

function toSeenRequest(request: IncomingMessage, text: string): ProviderRequestSeen {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { method: request.method ?? '', path: request.url ?? '', headers, text };
}

/** Returns a signed callback. Send it twice to simulate a retry of the provider. */
export function signedCallback(
  content: unknown,
  secret: string,
  { id = randomUUID(), timestampS = Math.floor(Date.now() / 1000) } = {},
): CallbackMessage {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureHeader({ id, timestampS, body }, [secret]),
    },
  };
}
