/** The process that holds one function, as the runtime would. Runs on Node 24 as it is, hence the `#bench` imports. */

import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { CannedResponses } from '#bench/wire/canned-responses';
import { invocationContext } from '#local/lambda/invocation-context';
import type { Call, Content, Outgoing } from '#test/support/metering/http-calls';
import * as wire from '#test/support/metering/http-calls';

/** Longer than any of these requests. */
const TIMEOUT_MS = 15_000;

let handler: (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;
let canned: CannedResponses | undefined;
/** Responses of the second replayed invocation; those after it make the same calls in the same order. */
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
  // Late enough that calls which go out together are seen together.
  return stubRequest(outgoing, find, { defer: (give) => setTimeout(give, 2), done: wire.endCall });
});

/** @param recorded its responses take the place of the network, and the clock stands still at `nowMs` */
export async function load(bundle: string, recorded?: { calls: readonly wire.Call[]; nowMs: number }): Promise<void> {
  if (recorded !== undefined) {
    canned = new CannedResponses(recorded.calls);
    Date.now = () => recorded.nowMs;
  }
  // Loads the bundle as the runtime's client does: CommonJS by `require`, modules by `import`.
  const isModule = bundle.endsWith('.mjs');
  const loaded = isModule ? await import(pathToFileURL(bundle).href) : createRequire(import.meta.url)(bundle);
  handler = loaded.handler;
}

/**
 * @param timeoutMs the function's timeout, as its context reports it
 * @param crashOn the operation after which the process ends, before it has the response
 * @returns the response, and the calls that led to it
 */
export async function invoke(event: unknown, timeoutMs = TIMEOUT_MS, crashOn?: string) {
  [calls, crashAfter] = [[], crashOn];
  const { statusCode, body } = await respond(event, timeoutMs);
  return { status: statusCode, text: body, calls };
}

/**
 * Invokes again and again; events are parsed beforehand, since the runtime does that for every function alike.
 * @returns the CPU time of an invocation in µs, and the number of calls of the last one
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
  // The cold and the first warm invocation are recognised call by call.
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

/** A recorded response, made ready beforehand. */
type CannedResponse = ReturnType<typeof toResponse>;

/**
 * Responds to a request with no socket: what remains to be measured is the program on this side of the wire.
 * @param defer when the response comes: at once, unless it is given
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
