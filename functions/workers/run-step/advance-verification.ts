import {
  type IdentityVerification,
  PROVIDER_SILENT,
  PROVIDER_TIMEOUT_MS,
  type ProviderProgress,
  providerPollDelayMs,
  type VerificationDecision,
} from '#shared/identity/domain/identity-verification';
import { findVerificationStep, saveProviderProgress } from '#shared/identity/repository';
import { resolveVerification } from '#shared/identity/resolve-verification';
import { logError, metric } from '#shared/platform/observability/log';
import type { VerificationResult } from '#shared/providers/verification/port';
import type { User } from '#shared/users/domain/user';
import { findUser } from '#shared/users/repository';
import type { StepMessage } from '#shared/webhooks/messaging/messages';
import type { StepDependencies, StepResult } from './dependencies';

/**
 * Advances a verification by one step: submits it to the provider, or requests its status, and stores the decision or
 * the time of the next request, before the message is deleted. After seven days without an answer a person has to
 * decide.
 */
export async function advanceVerification(message: StepMessage, deps: StepDependencies): Promise<StepResult> {
  const step = await findVerificationStep(message);
  if (step === undefined) return 'done';
  const { item: verification, stepAtMs: stepAt } = step;
  const atMs = deps.now();
  if (stepAt > atMs) {
    // A later step is minutes or hours away: the index of due items brings it back in time.
    return verification.provider === undefined ? { waitMs: stepAt - atMs } : 'done';
  }
  const user = await findUser(verification.userId);
  if (user === undefined || verification.status !== 'IN_PROGRESS') return 'done';

  const finding = await callProvider(user, verification, deps);
  if (finding?.state === 'DECIDED') {
    await resolveVerification(verification, finding.decision, deps.now());
  } else if (atMs - verification.submittedAtMs >= PROVIDER_TIMEOUT_MS) {
    metric('providerSilent', 1);
    await resolveVerification(verification, silentDecision, deps.now());
  } else {
    const progress = progressAfter(verification.provider, finding);
    // On a conflict, another run or a callback has stored a later state.
    await saveProviderProgress(verification, progress, {
      seenStepAtMs: stepAt,
      nextStepAtMs: deps.now() + providerPollDelayMs(progress),
    });
  }
  return 'done';
}

const silentDecision: VerificationDecision = { status: 'REVIEW_NEEDED', rejectionReasons: [PROVIDER_SILENT] };

/** Asks the provider; `undefined` when it could not be asked, whatever the reason. */
async function callProvider(
  user: User,
  verification: IdentityVerification,
  { verificationProvider }: StepDependencies,
): Promise<VerificationResult | undefined> {
  const reference = verification.provider?.reference;
  try {
    const provider = verificationProvider();
    return reference === undefined ? await provider.submit({ user, verification }) : await provider.poll(reference);
  } catch (error) {
    logError('The verification provider could not be asked', error, { worker: 'runStep' });
    return undefined;
  }
}

function progressAfter(
  before: ProviderProgress | undefined,
  finding: Extract<VerificationResult, { state: 'PENDING' }> | undefined,
): ProviderProgress {
  const calls = (before?.calls ?? 0) + 1;
  if (before?.reference !== undefined) return { reference: before.reference, calls };
  return finding === undefined ? { calls } : { reference: finding.reference, calls: 0 };
}
