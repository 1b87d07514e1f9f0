import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ApiClient, until } from '#local/partner/api-client';
import { atEnd, newReceiver, temporaryFolder } from '#test/support/lifetime';
import { stackFacts } from '#test/support/shared-stack/stack-facts';
import { startTestStack, useStack } from '#test/support/test-stack';

/** Clock offset in seconds after which the redrive finds steps whose message was lost with the process. */
const REDRIVEN_AFTER_S = '400';

const dataDir = temporaryFolder();

function listProcesses() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/)).filter(([, , state]) => !state?.startsWith('Z'));
  return rows.map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/** Kills a process and its child processes, and waits until they have ended. */
async function killTree(root: number): Promise<void> {
  const [tree, all] = [[root], listProcesses()];
  for (const pid of tree) tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  const living = () => listProcesses().filter(({ pid }) => tree.includes(pid));
  for (const { pid } of living()) process.kill(pid, 'SIGKILL');
  await until(() => living().length === 0);
}

/** Starts a stack as a separate process. @returns its state, and a function that kills the process and its children */
async function stackToKill() {
  const logFile = join(temporaryFolder(), 'functions.log');
  const child = fork(resolve(import.meta.dirname, '../support/shared-stack/stack-process.ts'), [logFile, dataDir], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  const kill = () => (child.pid === undefined ? undefined : killTree(child.pid));
  atEnd(kill);
  const [message] = await once(child, 'message');
  return { ...useStack(stackFacts.parse(message), logFile), kill };
}

it('loses nothing when the stack is killed in the middle of a journey and starts again on its data', async () => {
  const receiver = await newReceiver();
  const first = await stackToKill();
  const partner = await first.newPartner();
  const secret = (await partner.put('/webhook-settings', { url: receiver.url })).body.data.secret;
  expect(secret).toMatch(/^whsec_/);
  const userId = await partner.verifiedUser();
  const key = 'restart-idempotency-key';
  const body = partner.crossRamp(userId);
  const created = await partner.post('/cross-ramp', body, { headers: { 'idempotency-key': key } });
  expect(created.status, created.text).toBe(201);
  await first.kill();

  const second = await startTestStack({
    dataDir,
    settings: { SANDBOX_STEP_MS: '100', CLOCK_OFFSET_S: REDRIVEN_AFTER_S },
  });
  const same = new ApiClient(second.baseUrl, partner.apiKey, partner.partnerId);
  const again = await same.post('/cross-ramp', body, { headers: { 'idempotency-key': key } });
  expect(again.text).toBe(created.text.replace(first.baseUrl, second.baseUrl));
  const { id } = created.body.data;
  await until(async () => (await same.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
  await until(async () => (await same.get('/webhook-notifications?status=SENT')).body.data.count === 7);
  const events = receiver.received
    .map(({ body: text }) => JSON.parse(text))
    .filter(({ transactionId }) => transactionId === id);
  const firsts = events.filter((payload, index) => events.findIndex(({ event }) => event === payload.event) === index);
  expect(firsts.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  await second.stop();
});
