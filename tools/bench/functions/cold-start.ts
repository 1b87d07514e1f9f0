import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { buffer, text } from 'node:stream/consumers';
import { NODE_24, RUNTIME_CLIENT } from '../installation';
import { type AtEnd, withCleanUp } from '../processes';
import { CannedResponses } from '../wire/canned-responses';
import { listen } from '../wire/loopback';
import type { BuiltFunction, Subject } from './subject';

/** Durations since the start of a new process, in ms. */
export interface ColdStart {
  /** Time until the process requests its first invocation. Lambda bills and reports this time as Init Duration. */
  readonly initMs: number;
  readonly responseMs: number;
  /** CPU time of all threads until the first response. On a busy machine, CPU time varies less than elapsed time. */
  readonly cpuMs: number;
}

type StartedFunction = BuiltFunction & Partial<Subject>;

const WITHIN_MS = 30_000;
const EVENT_HEADERS = {
  'content-type': 'application/json',
  'lambda-runtime-aws-request-id': '11111111-1111-4111-8111-111111111111',
  'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:us-east-1:000000000000:function:measured',
};
/** Variables that AWS's runtime client requires, but the local stack does not set. */
const OF_THE_RUNTIME = {
  _HANDLER: 'index.handler',
  AWS_LAMBDA_LOG_GROUP_NAME: 'measured',
  AWS_LAMBDA_LOG_STREAM_NAME: 'measured',
};

/**
 * Prepares the start of functions in new processes, one at a time. Recorded responses replace the network. Without an event, the
 * measurement ends when the process requests its first invocation.
 */
export async function prepareColdStarts(atEnd: AtEnd): Promise<(fn: StartedFunction) => Promise<ColdStart>> {
  let canned = new CannedResponses([]);
  const url = await listen(atEnd, async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = (await buffer(request)).toString('latin1');
    const call = canned.find({ method, path, target: String(headers['x-amz-target'] ?? ''), body });
    response.writeHead(call.status, { 'content-type': call.contentType }).end(Buffer.from(call.response, 'latin1'));
  });
  const services = ['DYNAMODB', 'KMS', 'S3', 'SQS', 'EVENTBRIDGE'].map((name) => [`AWS_ENDPOINT_URL_${name}`, url]);
  return ({ calls = [], atMs = Date.now(), ...fn }) => {
    canned = new CannedResponses(calls);
    // Set the function's clock to the time of the recording, at most a second later.
    const clock = { CLOCK_OFFSET_S: String(Math.ceil((atMs - Date.now()) / 1000)) };
    const environment = { ...fn.environment, ...Object.fromEntries(services), ...OF_THE_RUNTIME, ...clock };
    return withCleanUp((closing) => start(closing, { ...fn, environment }));
  };
}

/**
 * Runs one process with AWS's runtime client, which requests an invocation from the Runtime API and posts the response.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
async function start(atEnd: AtEnd, { folder, environment, event, status }: StartedFunction): Promise<ColdStart> {
  const seen = new EventEmitter().on('error', () => undefined);
  const [started, returned] = [once(seen, 'next'), once(seen, 'response')];
  returned.catch(() => undefined);
  let startedMs = 0;
  const api = await listen(atEnd, async (request, response) => {
    const ms = performance.now() - startedMs;
    if (request.method === 'GET') {
      // Do not respond to the request for a second invocation: the process is killed after its first response.
      if (!seen.emit('next', ms) || event === undefined) return;
      const deadline = { 'lambda-runtime-deadline-ms': String(Date.now() + 15_000) };
      response.writeHead(200, { ...EVENT_HEADERS, ...deadline }).end(JSON.stringify(event));
      return;
    }
    const posted = await text(request);
    if (request.url?.endsWith('/response')) seen.emit('response', performance.now() - startedMs, JSON.parse(posted));
    else seen.emit('error', new Error(`The runtime reports: ${posted}`));
    response.writeHead(202).end();
  });
  const env = { ...environment, LAMBDA_TASK_ROOT: folder, AWS_LAMBDA_RUNTIME_API: new URL(api).host };
  startedMs = performance.now();
  const child = spawn(NODE_24, [RUNTIME_CLIENT], {
    ...{ cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] },
    ...{ timeout: WITHIN_MS, killSignal: 'SIGKILL' },
  });
  const ended = once(child, 'exit').then(([code]) => seen.emit('error', new Error(`${folder} has ended (${code})`)));
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [initMs] = await started;
  if (event === undefined) return { initMs, responseMs: Number.NaN, cpuMs: Number.NaN };
  const [responseMs, { statusCode, body }] = await returned;
  if (statusCode !== status) throw new Error(`${folder} returned ${statusCode}: ${body}`);
  return { initMs, responseMs, cpuMs: usedCpuMs(child.pid) };
}

/** Returns the CPU time of a running process in ms. Linux reports nanoseconds per thread. */
function usedCpuMs(pid: number | undefined): number {
  const threads = `/proc/${pid}/task`;
  const used = readdirSync(threads).map((id) => readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[0]);
  return used.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e6;
}
