import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '#local/processes/http-server';
import type { Chance } from '#test/support/chance';

type Fault = 'none' | 'drop' | 'delay' | 'duplicate';

export interface FaultyProxyOptions {
  readonly target: string;
  /** Fraction of requests, and of responses, with a fault: 0.2 is a fifth of each. */
  readonly rate: number;
  readonly maxDelayMs: number;
  readonly chance: Chance;
}

export interface FaultyProxy {
  readonly baseUrl: string;
  /** Number of faults, by direction and type. */
  readonly faults: Readonly<Record<'request' | 'response', Readonly<Record<Fault, number>>>>;
  /** Resolves when all delayed requests and responses have arrived. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a proxy that drops and delays requests and responses, and duplicates requests. A dropped request never arrives. If a
 * response is dropped, its request has arrived. A delayed request arrives even if the client has stopped waiting.
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
