/** The process that holds one function, as the runtime would. Runs on Node 24 as it is, hence the `#bench` imports. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { installStubWire, type StubWire } from '#bench/functions/stub-wire';
import { serve } from '#bench/processes';
import type { Call } from '#bench/wire/canned';

/** Longer than any request here takes. */
const TIMEOUT_MS = 15_000;

let handler: (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;
let wire: StubWire | undefined;

export const functions = {
  /** @param canned takes the place of the network; the clock stands still, so that nothing expires */
  async load(bundle: string, canned?: { calls: readonly Call[]; nowMs: number }): Promise<void> {
    if (canned !== undefined) {
      wire = installStubWire(canned.calls);
      Date.now = () => canned.nowMs;
    }
    // As the runtime's own client does: CommonJS by `require`, modules by `import`.
    const isModule = bundle.endsWith('.mjs');
    const loaded = isModule ? await import(pathToFileURL(bundle).href) : createRequire(import.meta.url)(bundle);
    handler = loaded.handler;
  },
  /** @param timeoutMs the function's timeout, for what it asks of its context */
  async invoke(event: unknown, timeoutMs = TIMEOUT_MS): Promise<{ status: number; text: string }> {
    const endMs = performance.now() + timeoutMs;
    const name = process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'measured';
    const { statusCode, body } = await handler(event, {
      callbackWaitsForEmptyEventLoop: true,
      functionName: name,
      functionVersion: '$LATEST',
      invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
      memoryLimitInMB: '1024',
      awsRequestId: '22222222-2222-4222-8222-222222222222',
      logGroupName: `/aws/lambda/${name}`,
      logStreamName: 'local',
      getRemainingTimeInMillis: () => Math.max(0, endMs - performance.now()),
    });
    return { status: statusCode, text: body };
  },
  /**
   * Invokes again and again; events are parsed beforehand, since the runtime does that for every function alike.
   * @returns the CPU time of an invocation, and the calls of the last one
   */
  async batch(event: unknown, status: number, count: number): Promise<{ us: number; calls: number }> {
    const events = Array.from({ length: count }, (): unknown => JSON.parse(JSON.stringify(event)));
    const before = process.cpuUsage();
    for (const one of events) {
      wire?.begin();
      const answer = await functions.invoke(one);
      if (answer.status !== status) throw new Error(`Answered ${answer.status}: ${answer.text}`);
    }
    const { user, system } = process.cpuUsage(before);
    return { us: (user + system) / count, calls: wire?.calls() ?? 0 };
  },
};

serve(functions);
