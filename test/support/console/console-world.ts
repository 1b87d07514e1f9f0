/** Starts consoles for tests and stores their data: a partner with a user and tasks for operators. */
import { insertApproval } from '#ops/approvals/repository';
import { startConsole } from '#ops/console/server';
import { existing } from '#ops/errors';
import { findVerb } from '#ops/program';
import { notificationKey } from '#shared/dynamodb/keys';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { createPartner } from '#shared/partners/repository';
import { newHold } from '#shared/transactions/domain/hold';
import { findOrder, orderCreationWrite, orderReplacementWrites } from '#shared/transactions/orders/repository';
import { holdWrites } from '#shared/transactions/payouts/repository';
import { transactionCreationWrites } from '#shared/transactions/repository';
import { findUser, insertUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { applyAttempt } from '#shared/webhooks/domain/delivery';
import { saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { notificationItemWrites } from '#shared/webhooks/repository';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { aDayOfMetrics, aFunctionLog } from '#test/support/console/function-log';
import { notification, refused } from '#test/unit/delivery/fakes';
import { setStage } from '#test/unit/ops/tool';

const HOUR_MS = 3_600_000;

/**
 * Starts a console for the test's table. @param measured metrics in the function log that the console reads. @default metrics of
 * the last day
 */
export function consoleOn(endpoint: string, env: 'local' | 'production', measured = aDayOfMetrics(Date.now())) {
  const dataDir = aFunctionLog(measured);
  const place = { env: [env], endpoint: [endpoint], table: ['delivery-test'], dataDir: [dataDir] };
  // All consoles of a test use one table, but can have different stages. Therefore each command first writes its console's stage
  // to the stage record.
  return startConsole({
    ...{ env, place, port: 0 },
    findVerb: async (name) => {
      await setStage(env, 'delivery-test');
      return findVerb(name);
    },
  });
}

/** Stores a transaction on hold. @param ageMs age of the hold */
export async function aHeldTransaction(partnerId: string, ageMs = 0) {
  const atMs = Date.now() - ageMs;
  const user = aUser({ partnerId, email: `ana-${atMs}@example.com`, externalUserId: `crm-${atMs}` });
  await insertUser(user);
  const hold = newHold({ reason: 'COMPLIANCE_REVIEW', requestedInformation: [] }, atMs, undefined);
  const life = { createdAtMs: atMs, updatedAtMs: atMs, deadlineMs: undefined };
  const status = 'READY_BANK_TRANSFER' as const;
  const held = { ...aCrossRamp({ id: newId(atMs), partnerId, userId: user.id, ...life }), status, hold };
  await writeAtomically([...transactionCreationWrites(held), ...holdWrites({ ...held, hold: undefined }, held)]);
  return held;
}

/**
 * Stores a partner with a transaction on hold, a refused conversion order, a failed webhook, and a proposed release of the hold.
 */
export async function aConsoleWorld(proposedBy: string) {
  const atMs = Date.now() - 2 * HOUR_MS;
  const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs, operator: 'olga' });
  const endpoint = await readDefaultEndpoint({ partnerId });
  await saveEndpoint(endpoint, { ...endpoint.endpoint, url: 'https://partner.example/hooks' }, { nowMs: atMs });
  const held = await aHeldTransaction(partnerId, 2 * HOUR_MS);
  const transactionId = held.id;
  await writeAtomically([orderCreationWrite(held, 'CONVERSION', { atMs, announced: true })]);
  const order = existing(await findOrder(transactionId, 'CONVERSION'), 'No order');
  const waiting = { ...order, waits: { reason: 'PROVIDER_REFUSED', sinceMs: atMs } } as const;
  await writeAtomically(orderReplacementWrites(order, waiting, { atMs, announced: false }));
  const notificationId = await aFailedNotification({ partnerId, transactionId, atMs });
  const approvalId = newId(atMs);
  await insertApproval(
    {
      ...{ id: approvalId, verb: 'hold release', options: { transaction: [transactionId], reason: ['ticket 1'] } },
      ...{ partnerId, seen: `version ${held.version}` },
      ...{ proposedBy, proposedAtMs: atMs, status: 'PENDING', decidedBy: undefined },
    },
    { atMs, operator: proposedBy, verb: 'hold release' },
  );
  const { userId, sourceBankAccount } = held;
  const { email, externalUserId = '' } = existing(await findUser(userId), 'No user');
  return {
    ...{ partnerId, transactionId, userId, notificationId, approvalId },
    ...{ email, externalUserId, reference: sourceBankAccount.message },
  };
}

interface About {
  readonly partnerId: string;
  readonly transactionId: string;
  readonly atMs: number;
}

/** Stores a notification whose only attempt failed. @returns its id */
async function aFailedNotification({ partnerId, transactionId, atMs }: About): Promise<string> {
  const id = newId(atMs);
  const createdAt = new Date(atMs).toISOString();
  const key = notificationKey({ kind: 'TX', id: transactionId }, 1);
  const item = notification(1, { ...key, id, partnerId, transactionId, createdAt });
  await writeAtomically(notificationItemWrites(item));
  const attempt = { ...refused, deliveryRun: 1, attemptsMade: 0, startedAtMs: atMs, endedAtMs: atMs };
  const after = existing(applyAttempt(item, attempt, { waits: [0], random: 0 }), 'A refusal is an outcome');
  await deliveryStore.save(item, after);
  return id;
}
