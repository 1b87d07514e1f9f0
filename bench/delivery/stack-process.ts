/**
 * The whole local stack as a process of its own, with a hand on its deliveries: `hold` keeps the batches of
 * `deliverWebhook` waiting, so that a backlog stands in its queue, until `release`.
 */
import { setMaxListeners } from 'node:events';
import { join, resolve } from 'node:path';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { localClient } from '#local/engines/local-cloud';
import { openLogFile } from '#local/lambda/log-sink';
import { FunctionRuntime } from '#local/lambda/runtime';
import { startStack } from '#local/stack';
import { currentTemplates } from '#local/start/templates';
import { readParts } from '#local/wiring/parts';
import { noCounts } from '../cost/counts';
import { Tally } from '../cost/tally';
import { answerParent, taking } from '../processes/parent';
import { scratchFolder } from '../processes/scratch-folder';
import { ProcessorTime } from './processor-time';

const DELIVERY = 'deliverWebhook';
const PROJECTION = 'projectChanges';
const codeShape = z.looseObject({ Code: z.object({ S3Key: z.string() }) });

// Under load more than ten long polls hang on the signal that ends them.
setMaxListeners(0);
const tally = Tally.start();
const root = resolve(import.meta.dirname, '../..');
const folder = scratchFolder();
const { cdkOut } = await currentTemplates({ root, print: () => undefined });
const stack = await startStack({
  port: 0,
  cdkOut,
  // Attempts as deployed: a dead endpoint is asked again after a minute.
  settings: { WEBHOOK_DELAYS_S: '0,60,300,600,900', RATE_LIMIT_RPS: '0', LOG_LEVEL: 'error' },
  logSink: openLogFile(join(folder.path, 'functions.log')),
});
const queues = new SQSClient(localClient(stack.sqsEndpoint));
const time = new ProcessorTime(partsOfProcess());
let counts = noCounts();

let most = Number.POSITIVE_INFINITY;
let running = 0;
/** Functions whose invocations wait. */
const held = new Set<string>();
/** Invocations of other functions under way, and when the last one ended. */
let others = 0;
let othersAtMs = 0;
let waiting: (() => void)[] = [];
const invoke = FunctionRuntime.prototype.invoke;
FunctionRuntime.prototype.invoke = async function (this: FunctionRuntime, functionKey, event) {
  const isDelivery = functionKey.includes(DELIVERY);
  while (isHeld(functionKey) || (isDelivery && running >= most))
    await new Promise<void>((resolve_) => waiting.push(resolve_));
  if (isDelivery) running += 1;
  else others += 1;
  try {
    return await invoke.call(this, functionKey, event);
  } finally {
    if (isDelivery) running -= 1;
    else others -= 1;
    if (!isDelivery) othersAtMs = performance.now();
    wake();
  }
};

answerParent(
  {
    where: () => ({
      baseUrl: stack.baseUrl,
      endpoint: stack.dynamodbEndpoint,
      tableName: stack.tableName,
    }),
    hold: () => void held.add(DELIVERY),
    /** Lets the function that keeps the feed and the counts go on, or has it wait. */
    project: taking(z.boolean(), (goesOn) => {
      if (goesOn) held.delete(PROJECTION);
      else held.add(PROJECTION);
      wake();
    }),
    /** Deliveries in their queue or in hand, and for how many ms nothing else has been done. */
    backlog: async () => ({
      deliveries: await messagesOf(stack.queues.firstLane),
      quietMs: others > 0 ? 0 : performance.now() - othersAtMs,
    }),
    /** Lets the batches go, so many at once. */
    release: taking(z.number(), (batches) => {
      most = batches;
      held.delete(DELIVERY);
      wake();
    }),
    /** Begins to count calls and capacity, and where processor time goes. */
    watch: async () => {
      counts = tally.begin();
      await time.begin();
    },
    /** Of what was watched: calls and units, and processor time in ms by who used it. */
    watched: async () => {
      tally.end();
      return { counts, processorMs: await time.end() };
    },
  },
  async () => {
    held.clear();
    wake();
    queues.destroy();
    await stack.stop();
    folder.remove();
  },
);

function isHeld(functionKey: string): boolean {
  return [...held].some((id) => functionKey.includes(id));
}

async function messagesOf(queueUrl: string | undefined): Promise<number> {
  const { Attributes = {} } = await queues.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }),
  );
  const { ApproximateNumberOfMessages: there, ApproximateNumberOfMessagesNotVisible: inHand } = Attributes;
  return Number(there) + Number(inHand);
}

function wake(): void {
  const woken = waiting;
  waiting = [];
  for (const go of woken) go();
}

/** Texts in the addresses of code that runs in this process, and whose code that is. */
function partsOfProcess(): Map<string, string> {
  const { assembly, ofType } = readParts(cdkOut);
  const named = ofType('AWS::Lambda::Function').map(({ resource, name }) => {
    const { Code } = codeShape.parse(resource.properties);
    const known = [DELIVERY, PROJECTION, 'publishEvents'].find((id) => name.includes(id));
    return [assembly.assetPaths.get(Code.S3Key) ?? name, known ?? 'other functions'] as const;
  });
  const local = 'local stack: stream reader, bus, queue pollers';
  return new Map([
    ...named,
    ['/fauxqs/', 'local stack: queue engine'],
    ['/fastify/', 'local stack: queue engine'],
    [join(root, 'local/'), local],
    // Functions bring their own; this one is the pollers'.
    ['/node_modules/@aws-sdk/', local],
    ['/node_modules/@smithy/', local],
  ]);
}
