/** The whole local stack in one process, which counts what it asks of the cloud while journeys are played on it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openLogFile } from '#local/lambda/log-sink';
import { type RunningStack, startStack } from '#local/stack';
import { currentTemplates } from '#local/start/templates';
import { createPartner } from '#shared/partners/repository';
import { ApiClient } from '#test/support/api-client';
import { startReceiver } from '#test/support/servers/webhook-receiver';
import { answerParent } from '../processes/parent';
import { journeys } from './journeys';
import { Tally } from './tally';

const root = resolve(import.meta.dirname, '../..');
const tally = Tally.start();
const folder = await mkdtemp(join(tmpdir(), 'partner-ramp-bench-'));
const receiver = await startReceiver();
const stack = await start().catch(async (error) => {
  await rm(folder, { recursive: true, force: true });
  throw error;
});
const partner = await newPartner(stack);

answerParent({ play: () => journeys(partner, tally) }, async () => {
  await receiver.stop();
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<RunningStack> {
  const { cdkOut } = await currentTemplates({ root, print: () => undefined });
  return startStack({
    port: 0,
    cdkOut,
    // A limit that is never reached, so that its cost is counted.
    settings: { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,1,1,1,1', RATE_LIMIT_RPS: '1000' },
    logSink: openLogFile(join(folder, 'functions.log')),
  });
}

async function newPartner({ tableName, dynamodbEndpoint, baseUrl }: RunningStack): Promise<ApiClient> {
  Object.assign(process.env, {
    TABLE_NAME: tableName,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const { apiKey, partnerId } = await createPartner({
    name: 'Counted',
    stage: 'sandbox',
    atMs: Date.now(),
  });
  const client = new ApiClient(baseUrl, apiKey, partnerId);
  const { status, text } = await client.put('/webhook-settings', { url: receiver.url });
  if (status !== 200) throw new Error(text);
  return client;
}
