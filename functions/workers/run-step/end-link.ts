import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { canStartVerification } from '#shared/identity/domain/verification-link';
import { endLink } from '#shared/identity/sessions/end-link';
import { endingWrite, findSessionStep } from '#shared/identity/sessions/repository';
import { findUser } from '#shared/users/repository';
import type { StepMessage } from '#shared/webhooks/messaging/messages';
import type { StepDependencies, StepResult } from './dependencies';

/**
 * Ends a verification link that was not submitted in time. One that a newer link or a verification has replaced, or
 * whose user was erased, loses its step and is not reported.
 */
export function endExpiredLink(message: StepMessage, { now }: StepDependencies): Promise<StepResult> {
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
