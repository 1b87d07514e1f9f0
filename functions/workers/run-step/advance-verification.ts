import { decodeVerification, verificationStepAt } from '#shared/data/items/verification';
import { readItem } from '#shared/data/table';
import { findUser } from '#shared/data/users';
import { saveProviderProgress } from '#shared/data/verifications';
import type { StepMessage } from '#shared/delivery/messages';
import type { User } from '#shared/domain/users/user';
import {
  type Decision,
  PROVIDER_PATIENCE_MS,
  PROVIDER_SILENT,
  type ProviderProgress,
  type Verification,
  waitForProvider,
} from '#shared/domain/users/verification';
import { logError } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';
import { settleVerification } from '#shared/operations/decide-verification';
import type { Finding } from '#shared/providers/verification/verification-provider';
import type { StepDependencies, StepResult } from './run-step';

/**
 * Takes a verification one step further: hands it to the provider, or asks the provider about it, and writes
 * down the decision or when to ask again. The next time is on record before anything can be forgotten; after
 * seven days of silence a person has to look.
 */
export async function advanceVerification(
  { pk, sk }: StepMessage,
  on: StepDependencies,
): Promise<StepResult> {
  const raw = await readItem({ PK: pk, SK: sk });
  const stepAt = raw === undefined ? undefined : verificationStepAt(raw);
  if (stepAt === undefined) return 'done';
  const atMs = on.now();
  const verification = decodeVerification(raw);
  if (stepAt > atMs) {
    // A later step is minutes or hours away: the index of due items brings it back in time.
    return verification.provider === undefined ? { waitMs: stepAt - atMs } : 'done';
  }
  const user = await findUser(verification.userId);
  if (user === undefined || verification.status !== 'IN_PROGRESS') return 'done';

  const finding = await ask(user, verification, on);
  if (finding?.state === 'DECIDED') {
    await settleVerification(verification, finding.decision, on.now());
  } else if (atMs - verification.submittedAtMs >= PROVIDER_PATIENCE_MS) {
    metric('providerSilent', 1);
    await settleVerification(verification, silent, on.now());
  } else {
    const progress = progressAfter(verification.provider, finding);
    // Where this loses, another run or a callback has written down more.
    await saveProviderProgress(verification, progress, {
      seenStepAtMs: stepAt,
      nextStepAtMs: on.now() + waitForProvider(progress),
    });
  }
  return 'done';
}

const silent: Decision = { status: 'REVIEW_NEEDED', rejectionReasons: [PROVIDER_SILENT] };

/** What the provider says; `undefined` when it could not be asked, whatever the reason. */
async function ask(
  user: User,
  verification: Verification,
  { verificationProvider }: StepDependencies,
): Promise<Finding | undefined> {
  const reference = verification.provider?.reference;
  try {
    const provider = verificationProvider();
    return reference === undefined
      ? await provider.submit({ user, verification })
      : await provider.poll(reference);
  } catch (error) {
    logError('The verification provider could not be asked', error, { worker: 'runStep' });
    return undefined;
  }
}

function progressAfter(
  before: ProviderProgress | undefined,
  finding: Extract<Finding, { state: 'PENDING' }> | undefined,
): ProviderProgress {
  const calls = (before?.calls ?? 0) + 1;
  if (before?.reference !== undefined) return { reference: before.reference, calls };
  return finding === undefined ? { calls } : { reference: finding.reference, calls: 0 };
}
