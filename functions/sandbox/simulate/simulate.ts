import { invalidTransition } from '#shared/api/problems';
import { transactionView } from '#shared/api/views/transaction';
import { wholeNumber } from '#shared/config/environment';
import { writeIfConditionsHold } from '#shared/data/table';
import { findSimulation, type Simulation, storeSimulation } from '#shared/data/transactions';
import { nextStep } from '#shared/domain/sandbox/autopilot';
import { type ArmedBranch, isArmed, liesAhead } from '#shared/domain/sandbox/simulated-events';
import { accepts } from '#shared/domain/transactions/apply';
import type { Transaction } from '#shared/domain/transactions/transaction';
import type { Operation, Request } from '#shared/http/edge';
import { attemptProviderEvent, endOverdue } from '#shared/operations/apply-provider-event';
import { readOwnTransaction } from '#shared/operations/ownership';
import { inRounds } from '#shared/operations/rounds';
import { sandboxTransferHash } from '#shared/providers/custody/sandbox-transfers';
import type { contract } from './contract';

type Event = Exclude<Request<typeof contract>['body']['event'], ArmedBranch>;

/**
 * Lets something happen to a sandbox transaction, through the same state machine as everything else. What the partner
 * or the simulator does at the same moment comes first or after it: then all of it is read again.
 */
export const simulate: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const { event } = body;
  const after = await inRounds(async () => {
    // Before the transaction: each step of the simulator moves the simulation's version on.
    const simulation = await findSimulation(params.id);
    const current = await endOverdue(await readOwnTransaction(params.id, caller), nowMs);
    return isArmed(event) ? arm(current, simulation, event) : happen(current, simulation, event, nowMs);
  });
  return { data: transactionView(after, nowMs) };
};

/** Has the event reported now. After a deposit the steps run on by themselves. */
async function happen(
  current: Transaction,
  before: Simulation | undefined,
  trigger: Event,
  nowMs: number,
): Promise<Transaction | undefined> {
  if (!accepts(current, trigger)) throw invalidTransition();
  const result = await attemptProviderEvent(
    {
      provider: 'sandbox',
      eventId: `${trigger}-${current.version}`,
      transactionId: current.id,
      trigger,
      transactionHash: sandboxTransferHash(current, trigger),
      atMs: nowMs,
    },
    (verdict, after) =>
      verdict === 'applied' && trigger === 'DEPOSIT_RECEIVED' ? [runOn(after, before, nowMs)] : [],
  );
  if (result?.verdict === 'refused') throw invalidTransition();
  return result?.transaction;
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

/** Sets the branch that the simulator turns off at; `undefined` when the simulator was faster. */
async function arm(
  current: Transaction,
  before: Simulation | undefined,
  branch: ArmedBranch,
): Promise<Transaction | undefined> {
  if (!liesAhead(current, branch)) throw invalidTransition();
  const { deposits, dueAtMs } = before ?? { deposits: false, dueAtMs: undefined };
  const armed = { ...idsOf(current), branch, deposits, version: versionAfter(before), dueAtMs };
  return (await writeIfConditionsHold([storeSimulation(armed, before)])) ? current : undefined;
}

function idsOf({ id, partnerId }: Transaction) {
  return { transactionId: id, partnerId };
}

function versionAfter(before: Simulation | undefined): number {
  return (before?.version ?? 0) + 1;
}
