import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { CannedAnswers, type RecordedCall } from '../handlers/wire';
import { startWireServer } from '../handlers/wire-server';
import { type RuntimeApi, startRuntimeApi } from './runtime-api';
import type { RuntimeClient } from './runtime-client';

/** A handler that a new process is to answer an event with. */
export interface Cold {
  /** Holds index.js or index.mjs. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly event: unknown;
  readonly calls: readonly RecordedCall[];
  /** The status that its answer must have. */
  readonly status: number;
}

/** Of a new process, in ms from its spawn. */
export interface ColdStart {
  /** To its first request for an invocation, which is what Lambda bills and shows as Init Duration. */
  readonly initMs: number;
  /** To its first answer. */
  readonly answerMs: number;
  /** CPU time of all its threads until then: steadier than the clock where others use the machine too. */
  readonly cpuMs: number;
}

export interface ColdStarts {
  /** @throws Error when the process ends, fails or answers anything else */
  measure(cold: Cold): Promise<ColdStart>;
  /** As far as its first request for an invocation. @throws Error when the process ends or fails */
  measureInit(cold: Pick<Cold, 'folder' | 'environment'>): Promise<number>;
  stop(): Promise<void>;
}

const WITHIN_MS = 30_000;
const answerShape = z.object({ statusCode: z.number(), body: z.string() });

/** Starts handlers in new processes, one at a time, behind a Runtime API and a wire that gives recorded answers. */
export async function prepareColdStarts(client: RuntimeClient): Promise<ColdStarts> {
  let canned = new CannedAnswers([]);
  const wire = await startWireServer((request) => canned.answer(request));
  const services = ['DYNAMODB', 'KMS', 'S3', 'SQS', 'EVENTBRIDGE'].map((service) => [
    `AWS_ENDPOINT_URL_${service}`,
    wire.endpoint,
  ]);
  const variables = { ...Object.fromEntries(services), ...OF_THE_RUNTIME };
  return {
    async measure({ folder, environment, event, calls, status }) {
      canned = new CannedAnswers(calls);
      const started = await start(client, { folder, environment: { ...environment, ...variables }, event });
      try {
        const seen = await Promise.race([started.api.seen, started.failed]);
        const cpuMs = cpuMsOf(started.pid);
        const { statusCode, body } = answerShape.parse(JSON.parse(seen.answer));
        if (statusCode !== status) throw new Error(`${folder} answered ${statusCode}: ${body}`);
        const { spawnedAtMs } = started;
        return { initMs: seen.nextAtMs - spawnedAtMs, answerMs: seen.answeredAtMs - spawnedAtMs, cpuMs };
      } finally {
        await started.stop();
      }
    },
    async measureInit({ folder, environment }) {
      const started = await start(client, {
        folder,
        environment: { ...environment, ...variables },
        event: {},
      });
      try {
        return (await Promise.race([started.api.nextAtMs, started.failed])) - started.spawnedAtMs;
      } finally {
        await started.stop();
      }
    },
    stop: () => wire.stop(),
  };
}

/** What the runtime sets, as far as its client insists on it. */
const OF_THE_RUNTIME = {
  _HANDLER: 'index.handler',
  AWS_LAMBDA_FUNCTION_NAME: 'measured',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
  AWS_LAMBDA_LOG_GROUP_NAME: 'measured',
  AWS_LAMBDA_LOG_STREAM_NAME: 'measured',
};

interface Started {
  readonly api: RuntimeApi;
  readonly pid: number | undefined;
  readonly spawnedAtMs: number;
  /** Never resolves. @throws Error when the process ends, or does nothing for too long */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

async function start(
  client: RuntimeClient,
  { folder, environment, event }: Pick<Cold, 'folder' | 'environment' | 'event'>,
): Promise<Started> {
  const api = await startRuntimeApi(JSON.stringify(event));
  const env = { ...environment, LAMBDA_TASK_ROOT: folder, AWS_LAMBDA_RUNTIME_API: api.address };
  const spawnedAtMs = performance.now();
  const child = spawn(client.node, [client.program], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  const ended = once(child, 'exit');
  const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
  const failed = ended.then(([code]): never => {
    throw new Error(`The process of ${folder} has ended (${code})`);
  });
  // Its end on purpose is no failure.
  failed.catch(() => undefined);
  return {
    api,
    pid: child.pid,
    spawnedAtMs,
    failed,
    async stop() {
      clearTimeout(late);
      child.kill('SIGKILL');
      await ended;
      await api.stop();
    },
  };
}

/** Of a process that still runs; Linux tells nanoseconds by thread, other systems nothing. */
function cpuMsOf(pid: number | undefined): number {
  const threads = `/proc/${pid}/task`;
  try {
    const nanoseconds = readdirSync(threads).map((id) =>
      Number(readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}
