import { writeIfConditionsHold } from '#shared/data/table';
import { findSimulation, findTransaction, storeSimulation } from '#shared/data/transactions';
import { findUser, whileVerified } from '#shared/data/users';
import type { StepMessage } from '#shared/delivery/messages';
import { awaitsPerson, USER_NOT_VERIFIED } from '#shared/domain/payouts/payout';
import { nextStep, ordersPayout, type SandboxStep, stepsBefore } from '#shared/domain/sandbox/autopilot';
import { applyEarlyEvents, lookAgainLater } from '#shared/operations/apply-early-events';
import { attemptProviderEvent, endOverdue } from '#shared/operations/apply-provider-event';
import { inRounds } from '#shared/operations/rounds';
import type { BankVerifier } from '#shared/providers/bank-verification/bank-verifier';
import { sandboxTransferHash } from '#shared/providers/custody/sandbox-transfers';
import type { BankPayout, PayoutProvider, TokenPayout } from '#shared/providers/payout/payout';
import type { VerificationProvider } from '#shared/providers/verification/verification-provider';
import { advanceOnboarding } from './advance-onboarding';
import { advancePayout } from './advance-payout';
import { advanceVerification } from './advance-verification';

export interface StepDependencies {
  readonly now: () => number;
  /** Length of a sandbox step in ms. */
  readonly stepMs: number;
  /** Whoever decides verifications. @throws Error when nobody is configured */
  readonly verificationProvider: () => VerificationProvider;
  /** Whoever tests accounts, and whoever pays out. @throws Error when nobody is configured */
  readonly bankVerifier: () => BankVerifier;
  readonly bankPayouts: () => PayoutProvider<BankPayout>;
  readonly tokenPayouts: () => PayoutProvider<TokenPayout>;
}

/** `done`, or the ms that are left until the step may be taken. */
export type StepResult = 'done' | { readonly waitMs: number };

/**
 * Takes the step that a message asks for, if it is due. The item decides, never the message: one that comes
 * twice or late finds the step taken and does nothing.
 */
export async function runStep(message: StepMessage, on: StepDependencies): Promise<StepResult> {
  switch (message.entity) {
    case 'SIM':
      return simulate(message.pk.slice('TX#'.length), on);
    case 'KYC':
      return advanceVerification(message, on);
    case 'TX':
      return end(message.pk.slice('TX#'.length), on);
    case 'VA':
      return advanceOnboarding(message, on);
    case 'PAYOUT':
      return advancePayout(message, on);
    case 'EARLY':
      return seeAfterEarly(message.pk.slice('TX#'.length), on);
  }
}

/**
 * Feeds the next provider event of a simulated transaction into the state machine. What the partner changes at the same
 * moment, a branch or a deposit, may make another step of it: every attempt reads all of it again.
 */
function simulate(transactionId: string, on: StepDependencies): Promise<StepResult> {
  return inRounds(() => attemptSimulation(transactionId, on));
}

/** One attempt: `undefined` when something else changed in between; nothing was written then. */
async function attemptSimulation(
  transactionId: string,
  { now, stepMs }: StepDependencies,
): Promise<StepResult | undefined> {
  const simulation = await findSimulation(transactionId);
  if (simulation?.dueAtMs === undefined) return 'done';
  const atMs = now();
  if (simulation.dueAtMs > atMs) return { waitMs: simulation.dueAtMs - atMs };
  const transaction = await findTransaction(transactionId);
  const intended = transaction && nextStep(transaction, simulation);
  if (transaction === undefined || intended === undefined) return 'done';
  const orders = ordersPayout(transaction, intended);
  const held = orders && (await findUser(transaction.userId))?.kycStatus !== 'VERIFIED';
  if (held && awaitsPerson(transaction)) {
    const waiting = { ...simulation, version: simulation.version + 1, dueAtMs: undefined };
    return (await writeIfConditionsHold([storeSimulation(waiting, simulation)])) ? 'done' : undefined;
  }
  const step: SandboxStep = held
    ? { trigger: 'MANUAL_TRANSFER_REQUIRED', reason: USER_NOT_VERIFIED }
    : intended;
  const transactionHash = sandboxTransferHash(transaction, step.trigger);
  const result = await attemptProviderEvent(
    {
      provider: 'sandbox',
      eventId: `step-${simulation.version}`,
      transactionId,
      ...step,
      transactionHash,
      atVersion: transaction.version,
      atMs,
    },
    (_verdict, after) => {
      const following = held ? undefined : nextStep(after, simulation);
      const next = {
        ...simulation,
        version: simulation.version + 1,
        dueAtMs: following && atMs + stepsBefore(after, following) * stepMs,
      };
      // One who is rejected in between makes this attempt fail, and the next one hand the payout to a person.
      return [
        storeSimulation(next, simulation),
        ...(orders && !held ? [whileVerified(transaction.userId)] : []),
      ];
    },
  );
  return result && 'done';
}

/** Ends a transaction whose deadline has passed. */
async function end(transactionId: string, { now }: StepDependencies): Promise<StepResult> {
  const transaction = await findTransaction(transactionId);
  // Hours may be left: the index of due items brings it back in time.
  if (transaction !== undefined) await endOverdue(transaction, now());
  return 'done';
}

/** Applies what was reported too early, should nothing have done so that happened since. */
async function seeAfterEarly(transactionId: string, { now }: StepDependencies): Promise<StepResult> {
  await applyEarlyEvents(transactionId, now());
  await lookAgainLater(transactionId, now());
  return 'done';
}
