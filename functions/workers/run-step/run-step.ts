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

/** Longest wait inside the function, ms. A queue cannot make shorter waits, because it delays by whole seconds. */
const MAX_INLINE_WAIT_MS = 1000;

/** Runs a step when it is due. @param sendBack sends the message to its queue again with this delay */
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

/** Runs the step of a message only if the stored item is due, so that a repeated or outdated message has no effect. */
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

/** Returns true if the sandbox simulates a payer or a bank in this step. */
const isSandboxStep = ({ entity }: StepMessage): boolean => entity === 'SIM' || entity === 'VA';

/**
 * Applies the next provider event of a simulated transaction. A concurrent request of the partner, for example a simulated
 * deposit, can change the next step. Therefore every attempt reads everything again.
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
        // If the user is rejected before this write, the write fails. The next attempt then requests a manual transfer.
        return [
          simulationWrite(next, simulation),
          ...(orders && !isUnverified ? [verifiedUserCheck(transaction.userId)] : []),
        ];
      },
    );
    return result && 'done';
  });
}

/** Returns the step that replaces the order of a payout: a manual transfer, or a hold. */
function stepInstead(isUnverified: boolean, holdCause: HoldCause | undefined): SandboxStep | undefined {
  if (isUnverified) return { trigger: 'MANUAL_TRANSFER_REQUIRED', reason: USER_NOT_VERIFIED };
  return holdCause && { trigger: 'HOLD_PLACED', holdCause };
}

async function expireTransaction(transactionId: string, { now }: StepDependencies): Promise<StepResult> {
  const transaction = await findTransaction(transactionId);
  // The deadline may be hours away; the redrive sends the message again when it is due.
  if (transaction !== undefined) await expireIfDue(transaction, now());
  return 'done';
}

/** Applies provider reports that arrived out of order and that no later event has applied. */
async function recheckOutOfOrder(transactionId: string, { now }: StepDependencies): Promise<StepResult> {
  await applyOutOfOrderEvents(transactionId, now());
  await scheduleRecheck(transactionId, now());
  return 'done';
}

/**
 * Ends a verification link that was not submitted in time. If a newer link or a verification has replaced the link, or the user
 * was erased, only the link's step is removed.
 */
function endExpiredLink(message: StepMessage, { now }: StepDependencies): Promise<StepResult> {
  return retryOnConflict(async (): Promise<StepResult | undefined> => {
    const step = await findSessionStep(message);
    const atMs = now();
    // The step may be hours away; the redrive sends its message again when it is due.
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
