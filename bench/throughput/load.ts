import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { PEERS } from '../peers-installation';

/** What is asked for, again and again. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes it a POST. `[<id>]` in a header or here becomes another text with each request. */
  readonly body?: string | undefined;
}

/** What one run of the load generator saw. */
export interface Load {
  readonly answers: number;
  /** Answers a second. */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const report = z.looseObject({
  '2xx': z.number(),
  non2xx: z.number(),
  errors: z.number(),
  duration: z.number(),
  latency: z.looseObject({ p50: z.number(), p99: z.number() }),
});

/** How long a run is: a time, or a number of requests. */
export type Length = { readonly seconds: number } | { readonly requests: number };

/**
 * Asks as fast as answers come over so many connections, from a process of its own.
 * @throws Error when one answer is not a success: such a run says nothing
 */
export async function load(target: Target, connections: number, length: Length): Promise<Load> {
  const headers = Object.entries(target.headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const body = target.body === undefined ? [] : ['-m', 'POST', '-b', target.body, '--idReplacement'];
  const generator = spawn(
    process.execPath,
    [
      join(PEERS, 'node_modules/autocannon/autocannon.js'),
      '--json',
      ...['-c', String(connections)],
      ...('seconds' in length ? ['-d', String(length.seconds)] : ['-a', String(length.requests)]),
      ...headers,
      ...body,
      target.url,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [output, faults] = await Promise.all([text(generator.stdout), text(generator.stderr)]);
  if (output === '') throw new Error(`The load generator failed: ${faults}`);
  const seen = report.parse(JSON.parse(output));
  if (seen.non2xx + seen.errors > 0) {
    throw new Error(`${target.url}: ${seen.non2xx} refusals and ${seen.errors} faults among ${seen['2xx']}`);
  }
  return {
    answers: seen['2xx'],
    rate: seen['2xx'] / seen.duration,
    p50Ms: seen.latency.p50,
    p99Ms: seen.latency.p99,
  };
}
