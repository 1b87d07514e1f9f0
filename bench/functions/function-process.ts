/** The process that holds one function, as the runtime would. Runs on Node 24 as it is, hence the `#bench` imports. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type Call, CannedAnswers, operation } from '#bench/wire/calls';
import { replaceHttpClient, stubRequest, toRequest, Waves, watchRequest } from '#bench/wire/http-client';
import { invocationContext } from '#local/lambda/invocation-context';

/** Longer than any request here takes. */
const TIMEOUT_MS = 15_000;

let handler: (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;
let canned: CannedAnswers | undefined;
/** The answers of the second replayed invocation; those after it make the same calls in the same order. */
const order: Call[] = [];
let [position, replayed] = [0, 0];
let [calls, waves]: [Call[], Waves] = [[], new Waves()];
let crashAfter: string | undefined;

replaceHttpClient((outgoing) => {
  if (canned === undefined) return watchRequest(outgoing, waves, keep);
  const { [position]: known } = order;
  const answers = canned;
  const at = position;
  position += 1;
  if (known !== undefined) return stubRequest(outgoing, () => known);
  const wave = waves.begin();
  const find = (content: string | Uint8Array) => {
    const call = answers.find(toRequest(outgoing.options, content));
    order[at] = call;
    calls.push({ ...call, wave });
    return call;
  };
  // Late enough that calls which go out together are seen together.
  return stubRequest(outgoing, find, { defer: (give) => setTimeout(give, 2), done: () => waves.end() });
});

/** @param canned calls whose answers take the place of the network; the clock then stands still at `nowMs` */
export async function load(bundle: string, recorded?: { calls: readonly Call[]; nowMs: number }): Promise<void> {
  if (recorded !== undefined) {
    replay(recorded.calls);
    Date.now = () => recorded.nowMs;
  }
  // As the runtime's own client does: CommonJS by `require`, modules by `import`.
  const isModule = bundle.endsWith('.mjs');
  const loaded = isModule ? await import(pathToFileURL(bundle).href) : createRequire(import.meta.url)(bundle);
  handler = loaded.handler;
}

/** Answers from these calls from now on. */
export function replay(recorded: readonly Call[]): void {
  canned = new CannedAnswers(recorded);
}

/**
 * @param timeoutMs the function's timeout, for what it asks of its context
 * @param crashOn the operation after which the process ends, before it has the answer
 * @returns the answer, and the calls that led to it
 */
export async function invoke(event: unknown, timeoutMs = TIMEOUT_MS, crashOn?: string) {
  [calls, waves, crashAfter] = [[], new Waves(), crashOn];
  const { statusCode, body } = await answer(event, timeoutMs);
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
    const { statusCode, body } = await answer(one, TIMEOUT_MS);
    if (statusCode !== status) throw new Error(`Answered ${statusCode}: ${body}`);
  }
  const { user, system } = process.cpuUsage(before);
  return { us: (user + system) / count, calls: position };
}

function answer(event: unknown, timeoutMs: number) {
  position = 0;
  if (canned !== undefined) {
    replayed += 1;
    // The cold and the first warm invocation are recognised call by call.
    if (replayed <= 2) order.length = 0;
    canned.begin();
  }
  const name = process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'measured';
  const arn = `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
  return handler(event, invocationContext({ name, arn, memoryMb: 1024, timeoutMs }));
}

function keep(call: Call): void {
  calls.push(call);
  if (operation(call) === crashAfter) process.kill(process.pid, 'SIGKILL');
}
