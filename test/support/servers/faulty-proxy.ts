import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '#local/processes/http-server';
import type { Chance } from '#test/support/chance';

/** Fault on one of two ways, the request or its response. */
type Fault = 'none' | 'drop' | 'delay' | 'duplicate';

export interface FaultyProxyOptions {
  /** Origin that requests are passed on to. */
  readonly target: string;
  /** Share of requests, and of responses, that something happens to: 0.2 is a fifth of each. */
  readonly rate: number;
  /** Longest delay, in milliseconds. */
  readonly maxDelayMs: number;
  readonly chance: Chance;
}

export interface FaultyProxy {
  readonly baseUrl: string;
  /** Number of each fault, by way. */
  readonly faults: Readonly<Record<'request' | 'response', Readonly<Record<Fault, number>>>>;
  /** Resolves when everything that was held back has arrived. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A network that loses, delays and repeats: between a client and a service. A request that is dropped never arrives; a dropped
 * response is one whose request has arrived. Delayed requests arrive even if the client has given up on them in between.
 */
export async function startFaultyProxy(options: FaultyProxyOptions): Promise<FaultyProxy> {
  const { rate, chance, maxDelayMs, target } = options;
  const count = () => ({ none: 0, drop: 0, delay: 0, duplicate: 0 });
  const faults = { request: count(), response: count() };
  const running = new Set<Promise<unknown>>();
  const draw = (way: 'request' | 'response', kinds: readonly Fault[]): Fault => {
    const fault = chance.happens(rate) ? chance.pick(kinds) : 'none';
    faults[way][fault] += 1;
    return fault;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(incoming);
    const onRequest = draw('request', ['drop', 'delay', 'duplicate']);
    if (onRequest === 'drop') return void response.destroy();
    if (onRequest === 'delay') await pause(chance.between(0, maxDelayMs));
    const copies = Array.from({ length: onRequest === 'duplicate' ? 2 : 1 }, () => passOn(target, incoming, body));
    const [reply] = await Promise.all(copies);
    const onResponse = draw('response', ['drop', 'delay']);
    if (onResponse === 'drop' || reply === undefined) return void response.destroy();
    if (onResponse === 'delay') await pause(chance.between(0, maxDelayMs));
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const { url, stop } = await startHttpServer((incoming, response) => {
    const work = handle(incoming, response).catch(() => response.destroy());
    running.add(work);
    void work.finally(() => running.delete(work));
  });
  return {
    baseUrl: url,
    faults,
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    stop,
  };
}

interface PassedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function passOn(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<PassedResponse> {
  return new Promise((resolve, reject) => {
    const { host: _, ...passed } = headers;
    const outgoing = request(new URL(url ?? '/', target), { method, headers: passed }, (response) => {
      buffer(response).then((content) => {
        const { 'transfer-encoding': __, ...kept } = response.headers;
        resolve({ status: response.statusCode ?? 502, headers: kept, body: content });
      }, reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
