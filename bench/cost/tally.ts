import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FunctionRuntime } from '#local/lambda/runtime';
import { type Counts, consumedUnits, count, noneAsked, writtenPartitions } from './counts';

/** It looks every minute whatever happens; it is among the fixed costs. */
const PERIODIC = 'sweepOverdue';
/** The local stack's own: following the stream, which costs a function nothing, and the expiry of items. */
const OF_THE_STACK = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'DescribeTable', 'Scan'];
/** The function that the present call stack belongs to. */
const running = new AsyncLocalStorage<string>();

/**
 * Counts what this process asks of the local engines, and which functions it invokes, while a count is open: functions
 * and workers run in it. The database adds the consumed capacity to every answer then.
 */
export class Tally {
  #open: Counts | undefined;

  /** Watches every HTTP request and every invocation from now on. */
  static start(): Tally {
    const tally = new Tally();
    const request = http.request;
    const watched = (...args: Parameters<typeof http.request>): http.ClientRequest => {
      if (tally.#open === undefined || running.getStore()?.includes(PERIODIC)) return request(...args);
      const headers: object = Object(Object(args[0]).headers);
      const [service = '', operation = ''] = String(Reflect.get(headers, 'x-amz-target')).split('.');
      if (!service.startsWith('DynamoDB_'))
        return watchService(tally.#open, `${service}.${operation}`, request(...args));
      if (OF_THE_STACK.includes(operation)) return request(...args);
      // The body grows by one member.
      Reflect.deleteProperty(headers, 'content-length');
      return watchDatabase(tally.#open, operation, request(...args));
    };
    Object.assign(http, { request: watched });
    const invoke = FunctionRuntime.prototype.invoke;
    FunctionRuntime.prototype.invoke = function (this: FunctionRuntime, key, event) {
      if (tally.#open !== undefined && !key.includes(PERIODIC)) count(tally.#open.invocations, key);
      return running.run(key, () => invoke.call(this, key, event));
    };
    return tally;
  }

  /** Opens a count. What is still under way of an earlier one stays with that one. */
  begin(): Counts {
    this.#open = { ...noneAsked(), functions: {}, invocations: {}, events: 0, sends: 0, keyCalls: 0 };
    return this.#open;
  }

  end(): void {
    this.#open = undefined;
  }

  /** Closes the count when nothing has been asked for so long. */
  async endWhenQuiet(quietMs: number): Promise<Counts> {
    const counts = this.#open ?? this.begin();
    let last = '';
    for (let sinceMs = performance.now(); performance.now() - sinceMs < quietMs; await sleep(quietMs / 20)) {
      const now = JSON.stringify(counts);
      if (now !== last) sinceMs = performance.now();
      last = now;
    }
    this.end();
    return counts;
  }
}

/** Polling is the local stack's own; a deployed stage's is among its fixed costs. */
function watchService(counts: Counts, target: string, request: http.ClientRequest): http.ClientRequest {
  if (target.includes('.SendMessage')) counts.sends += 1;
  if (target.startsWith('TrentService.')) counts.keyCalls += 1;
  if (target.endsWith('.PutEvents'))
    changeBody(request, (body) => {
      counts.events += JSON.parse(body).Entries.length;
      return body;
    });
  return request;
}

function watchDatabase(counts: Counts, operation: string, request: http.ClientRequest): http.ClientRequest {
  const all = [counts, ...[running.getStore() ?? []].flat().map((key) => (counts.functions[key] ??= noneAsked()))];
  changeBody(request, (text) => {
    const body = JSON.parse(text);
    const partitions = writtenPartitions(operation, body);
    for (const one of all) {
      count(one.calls, operation);
      for (const [partition, units] of partitions) count(one.partitions, partition, units);
    }
    return JSON.stringify({ ...body, ReturnConsumedCapacity: 'INDEXES' });
  });
  return request.on('response', (response) =>
    readAlong(response, (text) => {
      const { reads, writes, indexWrites } = consumedUnits(operation, text);
      for (const one of all) {
        one.reads += reads;
        one.writes += writes;
        one.indexWrites += indexWrites;
      }
    }),
  );
}

/** Holds a request's body back until it is whole, and sends what `change` makes of it. */
function changeBody(request: http.ClientRequest, change: (body: string) => string): void {
  const end = request.end.bind(request);
  let body = '';
  const write = (chunk: unknown = '') => {
    body += typeof chunk === 'string' ? chunk : chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : '';
    return true;
  };
  Object.assign(request, { write, end: (chunk?: unknown) => write(chunk) && end(change(body)) });
}

/** Reads an answer without taking it from its receiver. */
function readAlong(response: http.IncomingMessage, done: (text: string) => void): void {
  const push = response.push.bind(response);
  const chunks: Buffer[] = [];
  Object.assign(response, {
    push(chunk: Buffer | null) {
      if (chunk === null) done(Buffer.concat(chunks).toString());
      else chunks.push(Buffer.from(chunk));
      return push(chunk);
    },
  });
}
