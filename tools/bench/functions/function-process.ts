/**
 * Process that runs one function like the Lambda runtime. Node 24 runs this TypeScript file directly, which requires `#bench`
 * imports instead of relative imports.
 */

import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { CannedResponses } from '#bench/wire/canned-responses';
import { invocationContext } from '#local/lambda/invocation-context';
import type { Call, Content, Outgoing } from '#test/support/metering/http-calls';
import * as wire from '#test/support/metering/http-calls';

/** Default timeout of an invocation in ms, longer than any measured request. */
const TIMEOUT_MS = 15_000;

let handler: (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;
let canned: CannedResponses | undefined;
/** Recorded responses, in the order of the calls of the second (first warm) invocation. Later invocations repeat this order. */
const order: CannedResponse[] = [];
let [position, replayed] = [0, 0];
let calls: wire.Call[] = [];
let crashAfter: string | undefined;

wire.replaceHttpClient((outgoing) => {
  if (canned === undefined) return wire.watchRequest(outgoing, keep);
  const [responses, at] = [canned, position];
  const known = order[at];
  position += 1;
  if (known !== undefined) return stubRequest(outgoing, () => known);
  const wave = wire.beginCall();
  const find = (content: wire.Content) => {
    const call = responses.find(wire.toRequest(outgoing.options, content));
    calls.push({ ...call, wave });
    order[at] = toResponse(call);
    return order[at];
  };
  // Delay the response, so that concurrent calls are recorded as concurrent.
  return stubRequest(outgoing, find, { defer: (give) => setTimeout(give, 2), done: wire.endCall });
});

/**
 * Loads the bundle of a function.
 * @param recorded recorded responses that replace the network; the clock is fixed at `nowMs`
 */
export async function load(bundle: string, recorded?: { calls: readonly wire.Call[]; nowMs: number }): Promise<void> {
  if (recorded !== undefined) {
    canned = new CannedResponses(recorded.calls);
    Date.now = () => recorded.nowMs;
  }
  // Load the bundle like AWS's runtime client: CommonJS with `require`, ES modules with `import`.
  const isModule = bundle.endsWith('.mjs');
  const loaded = isModule ? await import(pathToFileURL(bundle).href) : createRequire(import.meta.url)(bundle);
  handler = loaded.handler;
}

/**
 * Invokes the function once.
 * @param crashOn the operation after which the process is killed, before the function receives the response
 */
export async function invoke(event: unknown, timeoutMs = TIMEOUT_MS, crashOn?: string) {
  [calls, crashAfter] = [[], crashOn];
  const { statusCode, body } = await respond(event, timeoutMs);
  return { status: statusCode, text: body, calls };
}

/**
 * Invokes the function `count` times. The measured time does not include the parsing of the events.
 * @returns the mean CPU time of an invocation in µs, and the number of calls of the last invocation
 */
export async function batch(event: unknown, status: number, count: number): Promise<{ us: number; calls: number }> {
  const events = Array.from({ length: count }, (): unknown => JSON.parse(JSON.stringify(event)));
  const before = process.cpuUsage();
  for (const one of events) {
    const { statusCode, body } = await respond(one, TIMEOUT_MS);
    if (statusCode !== status) throw new Error(`Returned ${statusCode}: ${body}`);
  }
  const { user, system } = process.cpuUsage(before);
  return { us: (user + system) / count, calls: position };
}

function respond(event: unknown, timeoutMs: number) {
  position = 0;
  replayed += 1;
  // The first (cold) and second (warm) invocation search each call's recorded response. Later invocations use the stored order.
  if (replayed <= 2) order.length = 0;
  canned?.begin();
  const name = process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'measured';
  const arn = `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
  return handler(event, invocationContext({ name, arn, memoryMb: 1024, timeoutMs }));
}

function keep(call: wire.Call): void {
  calls.push(call);
  if (wire.operation(call) === crashAfter) process.kill(process.pid, 'SIGKILL');
}

/** A recorded response, converted once to status, headers and body bytes. */
type CannedResponse = ReturnType<typeof toResponse>;

/**
 * Responds to a request without a socket, so that only the program is measured, not the network.
 * @param defer schedules the response; by default without delay
 */
function stubRequest(
  { receive }: Outgoing,
  find: (content: Content) => CannedResponse,
  { defer = process.nextTick, done = () => {} }: { defer?: (give: () => void) => unknown; done?: () => void } = {},
): EventEmitter {
  const request = new EventEmitter();
  const end = (content: Content = '') => {
    const { body, ...head } = find(content);
    defer(() => {
      const response = Object.assign(new Readable({ read() {} }), head, { complete: true });
      response.push(body);
      response.push(null);
      response.once('end', done);
      request.emit('response', response);
      receive?.(response);
    });
  };
  const socket = { connecting: false, setKeepAlive() {}, setTimeout() {}, removeListener() {} };
  return Object.assign(request, { socket, end, setTimeout: () => request, destroy() {} });
}

function toResponse({ status, contentType, response }: Call) {
  const body = Buffer.from(response, 'latin1');
  const headers = {
    ...{ 'content-type': contentType, 'content-length': String(body.length), connection: 'keep-alive' },
    'x-amzn-requestid': 'BENCHMARK0000000000000000000000000000000000000000000',
    date: 'Sat, 21 Nov 2026 08:00:00 GMT',
  };
  return { statusCode: status, headers, body };
}
