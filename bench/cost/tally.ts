import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import * as z from 'zod/mini';
import { FunctionRuntime } from '#local/lambda/runtime';
import { addConsumed, askedBy, type Counts, consumedBy, count, noCounts } from './counts';
import { addPartitions } from './written-partitions';

const bodyShape = z.looseObject({
  Entries: z.optional(z.array(z.unknown())),
});

/** The redrive looks every minute whatever happens; it is among the fixed costs. */
const isSweep = (functionKey: string | undefined) => functionKey?.includes('sweepOverdue') === true;

/** The function that the present call stack belongs to. */
const running = new AsyncLocalStorage<string>();

/**
 * Counts what this process asks of the local engines, and which functions it invokes, while a count is open: functions
 * and workers run in it. The database tells the capacity of every request then.
 */
export class Tally {
  private open: Counts | undefined;

  /** Watches every HTTP request and every invocation from now on. */
  static start(): Tally {
    const tally = new Tally();
    const request = http.request;
    const watched = (...args: Parameters<typeof http.request>): http.ClientRequest => {
      const [options] = args;
      const headers = typeof options === 'object' && 'headers' in options ? options.headers : undefined;
      const target =
        typeof headers === 'object' && headers !== null && 'x-amz-target' in headers
          ? String(headers['x-amz-target'])
          : '';
      if (tally.open === undefined || target === '' || isSweep(running.getStore())) return request(...args);
      return tally.watch(tally.open, target, { headers, send: () => request(...args) });
    };
    Object.assign(http, { request: watched });
    const invoke = FunctionRuntime.prototype.invoke;
    FunctionRuntime.prototype.invoke = function (this: FunctionRuntime, functionKey, event) {
      if (tally.open !== undefined && !isSweep(functionKey)) count(tally.open.invocations, functionKey);
      return running.run(functionKey, () => invoke.call(this, functionKey, event));
    };
    return tally;
  }

  /** Opens a count. What is still under way of an earlier one stays with that one. */
  begin(): Counts {
    this.open = noCounts();
    return this.open;
  }

  end(): void {
    this.open = undefined;
  }

  private watch(
    counts: Counts,
    target: string,
    { headers, send }: { readonly headers: unknown; readonly send: () => http.ClientRequest },
  ): http.ClientRequest {
    const [service, operation = ''] = target.split('.');
    if (service?.startsWith('DynamoDB_')) return watchDatabase(counts, operation, { headers, send });
    const request = send();
    // Polling is the local stack's own; a deployed stage's is among its fixed costs.
    if (operation.startsWith('SendMessage')) counts.sends += 1;
    if (service === 'TrentService') counts.keyCalls += 1;
    if (operation === 'PutEvents') {
      keepBody(request, (body) => {
        counts.events += bodyShape.parse(JSON.parse(body)).Entries?.length ?? 0;
        return body;
      });
    }
    return request;
  }
}

/** The local stack's own: following the stream, which costs a function nothing, and the expiry of items. */
const OF_THE_STACK = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'DescribeTable', 'Scan'];

function watchDatabase(
  counts: Counts,
  operation: string,
  { headers, send }: { readonly headers: unknown; readonly send: () => http.ClientRequest },
): http.ClientRequest {
  if (OF_THE_STACK.includes(operation)) return send();
  // The body grows by one member.
  if (typeof headers === 'object' && headers !== null) Reflect.deleteProperty(headers, 'content-length');
  const functionKey = running.getStore();
  const asked = functionKey === undefined ? undefined : askedBy(counts, functionKey);
  const request = send();
  keepBody(request, (text) => {
    const body = bodyShape.parse(JSON.parse(text));
    count(counts.database, operation);
    if (asked !== undefined) count(asked.calls, operation);
    addPartitions(counts, operation, body);
    return JSON.stringify({ ...body, ReturnConsumedCapacity: 'INDEXES' });
  });
  request.on('response', (response) =>
    readAlong(response, (text) => addConsumed(counts, consumedBy(operation, text), asked)),
  );
  return request;
}

/** Holds a request's body back until it is whole, and sends what `change` makes of it. */
function keepBody(request: http.ClientRequest, change: (body: string) => string): void {
  const end = request.end.bind(request);
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    return true;
  };
  Object.assign(request, {
    write: keep,
    end: (chunk?: unknown) => {
      keep(chunk);
      return end(change(Buffer.concat(chunks).toString()));
    },
  });
}

/** Reads an answer without taking it from whoever waits for it. */
function readAlong(response: http.IncomingMessage, done: (text: string) => void): void {
  const push = response.push.bind(response);
  const chunks: Buffer[] = [];
  Object.assign(response, {
    push: (chunk: Buffer | null) => {
      if (chunk === null) done(Buffer.concat(chunks).toString());
      else chunks.push(Buffer.from(chunk));
      return push(chunk);
    },
  });
}
