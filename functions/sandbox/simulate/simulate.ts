import { invalidTransition } from '#shared/api/problems';
import { transactionView } from '#shared/api/views/transaction';
import { wholeNumber } from '#shared/config/environment';
import { writeAtomically } from '#shared/data/table';
import { findSimulation, type Simulation, storeSimulation } from '#shared/data/transactions';
import { nextStep } from '#shared/domain/sandbox/autopilot';
import { type ArmedBranch, isArmed, liesAhead } from '#shared/domain/sandbox/simulated-events';
import { accepts } from '#shared/domain/transactions/apply';
import type { Transaction } from '#shared/domain/transactions/transaction';
import type { Operation, Request } from '#shared/http/edge';
import { applyProviderEvent, endOverdue } from '#shared/operations/apply-provider-event';
import { readOwnTransaction } from '#shared/operations/ownership';
import type { contract } from './contract';

type Event = Exclude<Request<typeof contract>['body']['event'], ArmedBranch>;

/** Lets something happen to a sandbox transaction, through the same state machine as everything else. */
export const simulate: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const current = await endOverdue(await readOwnTransaction(params.id, caller), nowMs);
  const { event } = body;
  const after = isArmed(event) ? await arm(current, event) : await happen(current, event, nowMs);
  return { data: transactionView(after, nowMs) };
};

/** Has the event reported now. After a deposit the steps run on by themselves. */
async function happen(current: Transaction, trigger: Event, nowMs: number): Promise<Transaction> {
  if (!accepts(current, trigger)) throw invalidTransition();
  const before = await findSimulation(current.id);
  const { verdict, transaction } = await applyProviderEvent(
    {
      provider: 'sandbox',
      eventId: `${trigger}-${current.version}`,
      transactionId: current.id,
      trigger,
      atMs: nowMs,
    },
    (_verdict, after) => (trigger === 'DEPOSIT_RECEIVED' ? [runOn(after, before, nowMs)] : []),
  );
  if (verdict === 'refused') throw invalidTransition();
  return transaction;
}

function runOn(after: Transaction, before: Simulation | undefined, nowMs: number) {
  const flight = { branch: before?.branch ?? 'COMPLETE', deposits: true } as const;
  const more = nextStep(after, flight) !== undefined;
  return storeSimulation(
    {
      ...idsOf(after),
      ...flight,
      version: versionAfter(before),
      dueAtMs: more ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined,
    },
    before,
  );
}

/** Sets the branch that the simulator turns off at. */
async function arm(current: Transaction, branch: ArmedBranch): Promise<Transaction> {
  if (!liesAhead(current, branch)) throw invalidTransition();
  const before = await findSimulation(current.id);
  const { deposits, dueAtMs } = before ?? { deposits: false, dueAtMs: undefined };
  await writeAtomically([
    storeSimulation({ ...idsOf(current), branch, deposits, version: versionAfter(before), dueAtMs }, before),
  ]);
  return current;
}

function idsOf({ id, partnerId }: Transaction) {
  return { transactionId: id, partnerId };
}

function versionAfter(before: Simulation | undefined): number {
  return (before?.version ?? 0) + 1;
}
