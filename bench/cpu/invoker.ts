/**
 * The process in which one handler is invoked over and over: `node invoker.mjs <plan>`. It answers each message
 * `{ count }` with what that many invocations took.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Measured, Plan } from './plan';
import { installStubWire } from './stub-wire';

const plan: Plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
Date.now = () => plan.nowMs;
const wire = installStubWire(plan.calls);
const loaded = await import(pathToFileURL(plan.bundle).href);
const handler = loaded.handler ?? loaded.default.handler;
const eventText = JSON.stringify(plan.event);
const context = {
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'measured',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:measured',
  memoryLimitInMB: '1024',
  awsRequestId: '22222222-2222-4222-8222-222222222222',
  logGroupName: 'measured',
  logStreamName: 'measured',
  getRemainingTimeInMillis: () => 10_000,
};

async function invoke(event: unknown): Promise<void> {
  wire.begin();
  const answer = await handler(event, context);
  if (answer.statusCode !== plan.status) throw new Error(`Answered ${answer.statusCode}: ${answer.body}`);
}

/** Events are parsed beforehand: the runtime does that for every handler alike. */
async function batch(count: number, collect: boolean): Promise<Measured> {
  const events = Array.from({ length: count }, () => JSON.parse(eventText));
  if (collect) globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const before = process.cpuUsage();
  for (const event of events) await invoke(event);
  const { user, system } = process.cpuUsage(before);
  const heapBytes = process.memoryUsage().heapUsed - heapBefore;
  return { cpuUs: (user + system) / count, heapBytes: heapBytes / count, calls: wire.calls() };
}

process.on('message', ({ count, collect }: { readonly count: number; readonly collect: boolean }) => {
  batch(count, collect).then(
    (measured) => process.send?.(measured),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
