import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runStep } from '#functions/workers/run-step/run-step';
import { simulationKey } from '#shared/dynamodb/keys';
import { documentClient } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { SandboxBranch } from '#shared/quotes/domain/sandbox-amounts';
import type { CrossRamp } from '#shared/transactions/domain/transaction';
import {
  findSimulation,
  findTransaction,
  readTimelineEntries,
  simulationWrite,
  transactionCreationWrites,
} from '#shared/transactions/repository';
import type { User } from '#shared/users/domain/user';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { noProviders } from '#test/support/no-providers';
import { startedForTests } from '#test/support/started-for-tests';
import { startTable } from '#test/unit/delivery/table';

const STEP_MS = 1000;
const start = Date.now();

startedForTests(startTable);
const user = aUser({ kycStatus: 'VERIFIED' });
beforeAll(async () => {
  await writeAtomically([putItem(encodeUser(user))]);
});
beforeEach(() => {
  vi.stubEnv('STAGE', 'sandbox');
});

const RACE = 'race';
/** Runs a function before each transactional write. */
function beforeTheWrite(happen: () => Promise<unknown>): void {
  let busy = false;
  documentClient().middlewareStack.add(
    (next, context) => async (args) => {
      if (!busy && context.commandName === 'TransactWriteItemsCommand') {
        busy = true;
        await happen();
        busy = false;
      }
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: RACE },
  );
}
afterEach(() => {
  documentClient().middlewareStack.remove(RACE);
});

/** Stores a simulated cross-ramp with a due next step. */
async function simulated(branch: SandboxBranch, overrides: Partial<CrossRamp> = {}): Promise<CrossRamp> {
  const of = aCrossRamp({
    ...{ id: newId(start), partnerId: user.partnerId, userId: user.id },
    ...{ createdAtMs: start, updatedAtMs: start, deadlineMs: undefined },
    ...overrides,
  });
  const { id: transactionId, partnerId } = of;
  await writeAtomically([
    ...transactionCreationWrites(of),
    simulationWrite({ transactionId, partnerId, branch, deposits: true, dueAtMs: start }, undefined),
  ]);
  return of;
}

/** Runs the next step. After a write conflict, the step starts again and reads the clock again. */
function takeStep({ id, partnerId }: CrossRamp, now: () => number) {
  const { PK: pk, SK: sk } = simulationKey(id);
  return runStep({ v: 1, entity: 'SIM', pk, sk, partnerId, dueAt: 0 }, { ...noProviders, now, stepMs: STEP_MS });
}

describe('a step of the simulator', () => {
  it('follows the branch that is set while it runs', async () => {
    const of = await simulated('COMPLETE', { status: 'READY_BANK_TRANSFER' });
    let armed: Promise<void> | undefined;
    const now = () => {
      // The step reads the clock after it has read the simulation and before it writes.
      armed ??= findSimulation(of.id).then((before) =>
        writeAtomically(
          before === undefined ? [] : [simulationWrite({ ...before, branch: 'NAME_CHECK_FAILED' }, before)],
        ),
      );
      return start + 1;
    };
    expect(await takeStep(of, now)).toBe('done');
    await armed;
    const { status } = (await findTransaction(of.id)) ?? {};
    const after = await findSimulation(of.id);
    // The step used the changed branch: `NAME_CHECK_FAILED` cancels the transaction.
    expect([status, after?.branch]).toEqual(['CANCELLED', 'NAME_CHECK_FAILED']);
  });

  describe('that orders a payout', () => {
    const rejected = { ...user, kycStatus: 'REJECTED', version: user.version + 1 } as const;
    const store = (changed: User) => writeAtomically([putItem(encodeUser(changed))]);
    afterEach(() => store(user));
    const readState = async ({ id }: CrossRamp) => {
      const { status } = (await findTransaction(id)) ?? {};
      const reasons = (await readTimelineEntries(id)).map(({ reason }) => reason);
      return [status, reasons, (await findSimulation(id))?.dueAtMs];
    };

    it('leaves it to manual review when the user is no longer verified, and stops there', async () => {
      const of = await simulated('COMPLETE', { status: 'READY_BANK_TRANSFER' });
      await store(rejected);
      await takeStep(of, () => start + 1);
      const waiting = ['AWAITING_MANUAL_FIAT_TRANSFER', ['USER_NOT_VERIFIED'], undefined];
      expect(await readState(of)).toEqual(waiting);
      await takeStep(of, () => start + 1 + 10 * STEP_MS);
      expect(await readState(of)).toEqual(waiting);
    });

    it('does so too when the rejection comes while it runs', async () => {
      const of = await simulated('COMPLETE', { status: 'READY_BANK_TRANSFER' });
      let attempts = 0;
      let change: Promise<void> | undefined;
      beforeTheWrite(() => {
        attempts += 1;
        change ??= store(rejected);
        return change;
      });
      await takeStep(of, () => start + 1);
      expect(attempts).toBeGreaterThan(1);
      expect((await readState(of)).slice(0, 2)).toEqual(['AWAITING_MANUAL_FIAT_TRANSFER', ['USER_NOT_VERIFIED']]);
    });

    it('by hand waits as well', async () => {
      const of = await simulated('MANUAL_REVIEW', { status: 'AWAITING_MANUAL_FIAT_TRANSFER' });
      await store(rejected);
      await takeStep(of, () => start + 1);
      expect(await readState(of)).toEqual(['AWAITING_MANUAL_FIAT_TRANSFER', [], undefined]);
    });

    it('is over once the bank has it', async () => {
      const of = await simulated('COMPLETE', { status: 'BANK_TRANSFER_PENDING' });
      await store(rejected);
      await takeStep(of, () => start + 1);
      expect((await readState(of))[0]).toBe('COMPLETED');
    });
  });

  it("never has an earlier time than the one before it, however late its machine's clock is", async () => {
    const of = await simulated('COMPLETE', { status: 'FIAT_RECEIVED', updatedAtMs: start + 240 });
    await takeStep(of, () => start + 1);
    await takeStep(of, () => start + 1 + STEP_MS);
    const times = (await readTimelineEntries(of.id)).map(({ atMs }) => atMs);
    expect(times).toEqual([start + 240, start + 1 + STEP_MS]);
    expect((await findTransaction(of.id))?.updatedAtMs).toBe(start + 1 + STEP_MS);
  });
});
