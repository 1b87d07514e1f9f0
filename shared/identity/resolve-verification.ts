/** Stores the decision on a verification. The provider's callback and the worker `runStep` use this module. */
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { findUser } from '#shared/users/repository';
import type { IdentityVerification, VerificationDecision } from './domain/identity-verification';
import { findVerification, saveDecision } from './repository';

/** `settled`: the verification was already decided, and nothing was written. */
export type Resolution = 'decided' | 'settled' | 'unknown';

/**
 * Decides a verification in progress. A decided verification does not change, so a further decision has no effect.
 * @throws WriteContention if the user keeps changing
 */
export async function resolveVerification(
  { userId, id }: Pick<IdentityVerification, 'userId' | 'id'>,
  decision: VerificationDecision,
  atMs: number,
): Promise<Resolution> {
  return retryOnConflict(async () => {
    const [user, verification] = await Promise.all([findUser(userId), findVerification(userId, id)]);
    if (user === undefined || verification === undefined) return 'unknown';
    if (verification.status !== 'IN_PROGRESS') return 'settled';
    const decided = await saveDecision(user, verification, { decision, atMs });
    return decided === undefined ? undefined : 'decided';
  });
}
