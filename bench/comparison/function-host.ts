/**
 * The process that holds one function, as the runtime would: `node function-host.mjs <bundle> [<answers>]`. It tells
 * when the handler is loaded and does what it is sent. With a file of answers it never goes to the network.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Batch, Invocation } from './function-process';
import { installStubWire } from './stub-wire';

const [bundle = '', answers] = process.argv.slice(2);
if (answers !== undefined) installStubWire(JSON.parse(readFileSync(answers, 'utf8')));
// As the runtime's own client does: CommonJS by `require`, modules by `import`.
const loaded = bundle.endsWith('.mjs')
  ? await import(pathToFileURL(bundle).href)
  : createRequire(import.meta.url)(bundle);

async function invoke(event: unknown, timeoutMs: number): Promise<{ statusCode: number; body: string }> {
  const deadlineMs = Date.now() + timeoutMs;
  return loaded.handler(event, {
    callbackWaitsForEmptyEventLoop: true,
    functionName: 'createCrossRamp',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:createCrossRamp',
    memoryLimitInMB: '1024',
    awsRequestId: '22222222-2222-4222-8222-222222222222',
    logGroupName: '/aws/lambda/createCrossRamp',
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  });
}

/** Invokes again and again; events are parsed beforehand, since the runtime does that for every function alike. */
async function measure({ event, count, timeoutMs }: Batch): Promise<number> {
  const text = JSON.stringify(event);
  const events = Array.from({ length: count }, () => JSON.parse(text));
  const before = process.cpuUsage();
  for (const one of events) {
    const { statusCode, body } = await invoke(one, timeoutMs);
    if (statusCode !== 201) throw new Error(`Answered ${statusCode}: ${body}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

async function reply(message: Invocation | Batch): Promise<object> {
  if ('count' in message) return { cpuUs: await measure(message) };
  const { statusCode, body } = await invoke(message.event, message.timeoutMs);
  return { status: statusCode, body };
}

process.on('message', (message: Invocation | Batch) => {
  reply(message).then(
    (answer) => process.send?.(answer),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.('loaded');
