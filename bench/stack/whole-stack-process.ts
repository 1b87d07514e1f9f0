/**
 * The whole local stack with its default settings, in a process of its own, as `npm start` runs it. CDK_OUT is the
 * folder of the templates. With DYNAMODB_ENDPOINT it uses that database instead of one of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { openLogFile } from '#local/lambda/log-sink';
import { startStack } from '#local/stack';
import { useLocalTable } from '#local/start/local-table';
import { createPartner } from '#shared/partners/repository';
import { required } from '#shared/platform/config/environment';
import { ApiClient, until } from '#test/support/api-client';
import { answerParent, taking } from '../processes/parent';
import type { ReadyPartner } from './ready-partner';

const wish = z.object({ webhookUrl: z.string(), completed: z.number() });

const logs = mkdtempSync(join(tmpdir(), 'partner-ramp-bench-'));
const sink = openLogFile(join(logs, 'functions.log'));
const { SANDBOX_STEP_MS } = process.env;
const stack = await startStack({
  port: 0,
  cdkOut: required('CDK_OUT'),
  logSink: sink,
  settings: { RATE_LIMIT_RPS: '0', ...(SANDBOX_STEP_MS === undefined ? {} : { SANDBOX_STEP_MS }) },
});
useLocalTable(stack.dynamodbEndpoint, stack.tableName);

answerParent(
  {
    address: () => stack.baseUrl,
    partner: taking(wish, readyPartner),
  },
  async () => {
    await stack.stop();
    sink.close();
    rmSync(logs, { recursive: true, force: true });
  },
);

/** A partner with a webhook URL, a verified user, and so many completed cross-ramps of that user. */
async function readyPartner({ webhookUrl, completed }: z.output<typeof wish>): Promise<ReadyPartner> {
  const { apiKey, partnerId } = await createPartner({ name: 'Measured', stage: 'sandbox', atMs: Date.now() });
  const partner = new ApiClient(stack.baseUrl, apiKey, partnerId);
  await partner.put('/webhook-settings', { url: webhookUrl });
  const userId = await partner.verifiedUser();
  const transactionIds: string[] = [];
  for (let n = 0; n < completed; n += 1) {
    const answer = await partner.post('/cross-ramp', partner.crossRamp(userId), {
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    transactionIds.push(answer.body.data.id);
  }
  const settled = async () => {
    const { body } = await partner.get('/transactions?status=COMPLETED&limit=1');
    const { body: sent } = await partner.get('/webhook-notifications?status=SENT&limit=1');
    // Five of each transaction, and two of the user's verification.
    return body.data.count === completed && sent.data.count === completed * 5 + 2;
  };
  await until(settled, 120_000);
  return { apiKey, partnerId, userId, transactionIds };
}
