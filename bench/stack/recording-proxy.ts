import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';

/** One call of the database, and what the database says it consumed. */
export interface RecordedCall {
  /** `GetItem`, `Query` … */
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Calls of one wave were under way at the same time. */
  readonly wave: number;
}

export interface RecordingProxy {
  /** Serves the DynamoDB API by passing everything on. */
  readonly endpoint: string;
  /** Runs some work and answers the calls that were made meanwhile. */
  record(work: () => Promise<unknown>): Promise<readonly RecordedCall[]>;
  /** Resolves when no call has been under way for half a second. */
  quiet(): Promise<void>;
  stop(): Promise<void>;
}

const QUIET_MS = 500;

const capacity = z.looseObject({
  CapacityUnits: z.optional(z.number()),
  ReadCapacityUnits: z.optional(z.number()),
});
const answerShape = z.looseObject({
  ConsumedCapacity: z.optional(z.union([capacity, z.array(capacity)])),
});
const bodyShape = z.looseObject({});

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems']);

/** Stands between a stack and its database, and asks for the capacity that each call consumes. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  let calls: RecordedCall[] = [];
  let [wave, open, lastMs] = [0, 0, 0];
  const server = createServer((incoming, response) => {
    if (open === 0) wave += 1;
    const ownWave = wave;
    open += 1;
    pass(incoming, response, target)
      .then((call) => calls.push({ ...call, wave: ownWave }))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
      .finally(() => {
        open -= 1;
        lastMs = Date.now();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async record(work) {
      calls = [];
      wave = 0;
      await work();
      return calls;
    },
    async quiet() {
      while (open > 0 || Date.now() - lastMs < QUIET_MS) await sleep(QUIET_MS / 10);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: string,
): Promise<Omit<RecordedCall, 'wave'>> {
  const operation = String(incoming.headers['x-amz-target'] ?? '').replace(/^.*\./, '');
  const body = bodyShape.parse(JSON.parse((await buffer(incoming)).toString() || '{}'));
  const asked = JSON.stringify({ ...body, ReturnConsumedCapacity: 'INDEXES' });
  const { status, headers, text } = await forward(incoming, target, asked);
  const consumed = [answerShape.parse(JSON.parse(text)).ConsumedCapacity ?? []].flat();
  const units = consumed.reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
  const reads = consumed.reduce((sum, one) => sum + (one.ReadCapacityUnits ?? 0), 0);
  response.writeHead(status, headers).end(text);
  return READS.has(operation)
    ? { operation, body, readUnits: units, writeUnits: 0 }
    : { operation, body, readUnits: reads, writeUnits: units };
}

interface Forwarded {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** The engine does not check signatures, so that a body may change on its way. */
function forward(incoming: IncomingMessage, target: string, body: string): Promise<Forwarded> {
  const headers = { ...incoming.headers, 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method: incoming.method, headers }, (answer) => {
      buffer(answer).then(
        (bytes) =>
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, text: bytes.toString() }),
        reject,
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
