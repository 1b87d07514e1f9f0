import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { type Consumed, consumedBy } from '../cost/counts';
import type { RecordedCall } from '../handlers/wire';
import { startWireServer } from '../handlers/wire-server';

/** Of a refused request, which the engine tells nothing of. */
const NOTHING: Consumed = { reads: 0, writes: 0, indexWrites: 0 };

/** One call of the database. */
export interface MeteredCall extends RecordedCall {
  /** `GetItem`, `TransactWriteItems` … */
  readonly operation: string;
  readonly readUnits: number;
  /** As the engine reports them: nothing for a write whose condition did not hold. */
  readonly writeUnits: number;
  readonly refused: boolean;
}

/** What happens to calls on their way, beside their passing. */
export interface Interference {
  /** Awaited before a call is passed on. */
  readonly before?: (operation: string) => Promise<void> | void;
  /** Called when the engine has done it, before the answer goes back. */
  readonly after?: (operation: string) => void;
}

export interface EngineMeter {
  readonly endpoint: string;
  /** The calls made during some work. */
  during(work: () => Promise<unknown>, interference?: Interference): Promise<readonly MeteredCall[]>;
  stop(): Promise<void>;
}

const bodyShape = z.looseObject({});

/**
 * Stands between functions and the engine, has it tell the capacity of every call, and interferes where it is asked
 * to. The engine checks no signatures, so that a body may change on its way.
 */
export async function startEngineMeter(engine: string): Promise<EngineMeter> {
  let calls: MeteredCall[] | undefined;
  let current: Interference = {};
  const server = await startWireServer(async (request, message) => {
    const operation = request.target.replace(/^.*\./, '');
    const interference = current;
    await interference.before?.(operation);
    const body = bodyShape.parse(JSON.parse(request.body));
    const response = await fetch(engine, {
      method: 'POST',
      headers: signedHeaders(message),
      body: Buffer.from(JSON.stringify({ ...body, ReturnConsumedCapacity: 'INDEXES' }), 'latin1'),
    });
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    const consumed = response.ok ? consumedBy(operation, text) : NOTHING;
    const answer = { status: response.status, contentType: 'application/x-amz-json-1.0', body: text };
    // None of the sides has two calls under way.
    calls?.push({
      request,
      answer,
      wave: calls.length,
      operation,
      readUnits: consumed.reads,
      writeUnits: consumed.writes,
      refused: !response.ok,
    });
    interference.after?.(operation);
    return answer;
  });
  return {
    endpoint: server.endpoint,
    async during(work, interference = {}) {
      const made: MeteredCall[] = [];
      [calls, current] = [made, interference];
      try {
        await work();
      } finally {
        [calls, current] = [undefined, {}];
      }
      return made;
    },
    stop: () => server.stop(),
  };
}

/** Those that the engine looks at: of the signature no more than that it is there. */
function signedHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    ['x-amz-target', 'x-amz-date', 'content-type', 'authorization'].map((name) => [
      name,
      String(headers[name] ?? ''),
    ]),
  );
}
