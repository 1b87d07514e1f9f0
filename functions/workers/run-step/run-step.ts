import { setTimeout as sleep } from 'node:timers/promises';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { canStartVerification } from '#shared/identity/domain/verification-link';
import { endLink } from '#shared/identity/sessions/open-verification-session';
import { endingWrite, findSessionStep } from '#shared/identity/sessions/repository';
import { stage } from '#shared/platform/config/environment';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { log } from '#shared/platform/observability/log';
import { sandboxRail, sandboxTransferHash } from '#shared/providers/custody/sandbox-transfers';
import { accepts } from '#shared/transactions/domain/apply';
import type { HoldCause } from '#shared/transactions/domain/hold';
import { awaitsManualTransfer, USER_NOT_VERIFIED } from '#shared/transactions/domain/payout';
import { sandboxHold } from '#shared/transactions/domain/sandbox/held-names';
import { nextStep, ordersPayout, type SandboxStep, stepsBefore } from '#shared/transactions/domain/sandbox/simulator';
import {
  applyOutOfOrderEvents,
  scheduleRecheck,
} from '#shared/transactions/provider-reports/apply-out-of-order-events';
import { findSimulation, findTransaction, simulationWrite } from '#shared/transactions/repository';
import { attemptEvent, expireIfDue } from '#shared/transactions/transitions/apply-event';
import { findUser, verifiedUserCheck } from '#shared/users/repository';
import type { StepMessage } from '#shared/webhooks/messaging/messages';
import { advanceOrder } from './advance-order';
import { advancePayout, afterPayeeCheck } from './advance-payout';
import { advanceProof } from './advance-proof';
import { advanceOnboarding, advanceVerification } from './advance-verification';
import type { StepDependencies, StepResult } from './dependencies';

/** Queues delay by whole seconds; the step waits out the rest here. */
const MAX_INLINE_WAIT_MS = 1000;

/** Runs a step when its time has come. @param sendBack sends its message again, after so many ms */
export async function runOrSendBack(
  message: StepMessage,
  deps: StepDependencies,
  sendBack: (delayMs: number) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const result = await runStep(message, deps);
    if (result === 'done') return;
    if (result.waitMs > MAX_INLINE_WAIT_MS) {
      crashPoint('step.beforeSend');
      await sendBack(result.waitMs - MAX_INLINE_WAIT_MS / 2);
      return;
    }
    await sleep(result.waitMs);
  }
}

/**
 * Takes the step that a message asks for, if it is due. The item decides, never the message: a repeated or late
 * message finds the step taken and does nothing.
 */
export async function runStep(message: StepMessage, deps: StepDependencies): Promise<StepResult> {
  if (isSandboxStep(message) && stage() !== 'sandbox') {
    log('error', 'A step of the sandbox is refused', { worker: 'runStep', entity: message.entity });
    return 'done';
  }
  switch (message.entity) {
    case 'SIM':
      return takeSimulationStep(message.pk.slice('TX#'.length), deps);
    case 'KYC':
      return advanceVerification(message, deps);
    case 'TX':
      return expireTransaction(message.pk.slice('TX#'.length), deps);
    case 'VA':
      return advanceOnboarding(message, deps);
    case 'PAYOUT':
      return advancePayout(message, deps);
    case 'ORDER':
      return advanceOrder(message, deps);
    case 'PROOF':
      return advanceProof(message, deps.now);
    case 'OUT_OF_ORDER':
      return recheckOutOfOrder(message.pk.slice('TX#'.length), deps);
    case 'SESSION':
      return endExpiredLink(message, deps);
  }
}

/** Returns true if the sandbox plays the part of a deposit's payer or of a bank in a step. */
const isSandboxStep = ({ entity }: StepMessage): boolean => entity === 'SIM' || entity === 'VA';

/**
 * Applies the next provider event of a simulated transaction. A change by the partner at the same moment, a branch or
 * a deposit, may lead to another step: every attempt reads everything again.
 */
function takeSimulationStep(transactionId: string, deps: StepDependencies): Promise<StepResult> {
  const { now, stepMs } = deps;
  return retryOnConflict(async (): Promise<StepResult | undefined> => {
    const simulation = await findSimulation(transactionId);
    if (simulation?.dueAtMs === undefined) return 'done';
    const atMs = now();
    if (simulation.dueAtMs > atMs) return { waitMs: simulation.dueAtMs - atMs };
    const transaction = await findTransaction(transactionId);
    const intended = transaction && nextStep(transaction, simulation);
    if (transaction === undefined || intended === undefined) return 'done';
    const orders = ordersPayout(transaction, intended);
    const user = orders ? await findUser(transaction.userId) : undefined;
    const isUnverified = orders && user?.kycStatus !== 'VERIFIED';
    if (isUnverified && awaitsManualTransfer(transaction)) {
      const waiting = { ...simulation, version: simulation.version + 1, dueAtMs: undefined };
      return (await writeIfConditionsHold([simulationWrite(waiting, simulation)])) ? 'done' : undefined;
    }
    const isScreening = user !== undefined && simulation.isScreened !== true && accepts(transaction, 'HOLD_PLACED');
    const holdCause = isScreening ? sandboxHold(transaction, user) : undefined;
    const step = stepInstead(isUnverified, holdCause) ?? (await afterPayeeCheck(transaction, intended, deps));
    const transactionHash = sandboxTransferHash(transaction, step.trigger);
    const rail = sandboxRail(transaction, step.trigger);
    const result = await attemptEvent(
      {
        source: 'sandbox',
        eventId: `step-${simulation.version}`,
        transactionId,
        ...step,
        transactionHash,
        rail,
        atVersion: transaction.version,
        atMs,
      },
      (_outcome, after) => {
        const following = isUnverified ? undefined : nextStep(after, simulation);
        const next = {
          ...simulation,
          isScreened: simulation.isScreened || isScreening || undefined,
          dueAtMs: following && atMs + stepsBefore(after, following) * stepMs,
        };
        // If the user is rejected in between, this attempt fails, and the next one leaves the payout to a person.
        return [
          simulationWrite(next, simulation),
          ...(orders && !isUnverified ? [verifiedUserCheck(transaction.userId)] : []),
        ];
      },
    );
    return result && 'done';
  });
}

/** The step that is taken instead of the order of a payout: a person decides on it, or it is held. */
function stepInstead(isUnverified: boolean, holdCause: HoldCause | undefined): SandboxStep | undefined {
  if (isUnverified) return { trigger: 'MANUAL_TRANSFER_REQUIRED', reason: USER_NOT_VERIFIED };
  return holdCause && { trigger: 'HOLD_PLACED', holdCause };
}

async function expireTransaction(transactionId: string, { now }: StepDependencies): Promise<StepResult> {
  const transaction = await findTransaction(transactionId);
  // Hours may be left: the index of due items brings it back in time.
  if (transaction !== undefined) await expireIfDue(transaction, now());
  return 'done';
}

/** Applies early reports that no later event has applied. */
async function recheckOutOfOrder(transactionId: string, { now }: StepDependencies): Promise<StepResult> {
  await applyOutOfOrderEvents(transactionId, now());
  await scheduleRecheck(transactionId, now());
  return 'done';
}

/**
 * Ends a verification link that was not submitted in time. One that a newer link or a verification has replaced, or
 * whose user was erased, loses its step and is not reported.
 */
function endExpiredLink(message: StepMessage, { now }: StepDependencies): Promise<StepResult> {
  return retryOnConflict(async (): Promise<StepResult | undefined> => {
    const step = await findSessionStep(message);
    const atMs = now();
    // Hours may be left: the index of due items brings it back in time.
    if (step === undefined || step.stepAtMs > atMs) return 'done';
    const { item: session } = step;
    const user = await findUser(session.userId);
    const isCurrent = user?.verificationLink?.id === session.id && canStartVerification(user);
    const saved = isCurrent
      ? await endLink({ user, session }, atMs)
      : await writeIfConditionsHold([endingWrite(session)]);
    return saved ? 'done' : undefined;
  });
}
