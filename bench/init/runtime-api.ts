import { createServer, type ServerResponse } from 'node:http';

const INVOCATIONS = '/2018-06-01/runtime/invocation';
const INVOCATION_ID = '11111111-1111-4111-8111-111111111111';

/** What a process under measurement did, as `performance.now()` had it. */
export interface Seen {
  readonly nextAtMs: number;
  readonly answeredAtMs: number;
  readonly answer: string;
}

/** As much of the Runtime API as one invocation of one process needs. */
export interface RuntimeApi {
  /** `host:port`, as the environment of a function has it. */
  readonly address: string;
  /** When the process first asked for an invocation. */
  readonly nextAtMs: Promise<number>;
  /** When the process asked and when it answered. @throws Error with what the process reports instead */
  readonly seen: Promise<Seen>;
  stop(): Promise<void>;
}

/**
 * The routes that AWS's runtime client uses: next invocation, its response, and errors.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export async function startRuntimeApi(eventText: string): Promise<RuntimeApi> {
  let nextAtMs: number | undefined;
  const { promise: seen, resolve: see, reject: fail } = promised<Seen>();
  const { promise: asked, resolve: ask } = promised<number>();
  // Where nobody waits for an answer, what the process reports instead is nobody's either.
  seen.catch(() => undefined);

  function giveNext(response: ServerResponse): void {
    const atMs = performance.now();
    // A process asks once more after its answer; it is ended before anything comes.
    if (nextAtMs !== undefined) return;
    nextAtMs = atMs;
    ask(atMs);
    const headers = {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': INVOCATION_ID,
      'lambda-runtime-deadline-ms': String(Date.now() + 15_000),
      'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:us-east-1:000000000000:function:measured',
    };
    response.writeHead(200, headers).end(eventText);
  }

  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === `${INVOCATIONS}/next`) {
      giveNext(response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = Buffer.concat(chunks).toString();
      if (request.url === `${INVOCATIONS}/${INVOCATION_ID}/response` && nextAtMs !== undefined)
        see({ nextAtMs, answeredAtMs: performance.now(), answer });
      else fail(new Error(`The runtime reports: ${answer}`));
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The Runtime API does not listen');
  return {
    address: `127.0.0.1:${address.port}`,
    nextAtMs: asked,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function promised<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}
