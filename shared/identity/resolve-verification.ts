/** Stores the decisions of verifications, from every source. */
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { findUser } from '#shared/users/repository';
import type { IdentityVerification, VerificationDecision } from './domain/identity-verification';
import { findVerification, saveDecision } from './repository';

/** `settled`: it was decided before, and nothing was written. */
export type Resolution = 'decided' | 'settled' | 'unknown';

/**
 * Decides a verification that is in progress. One that is decided stays as it is: a report that comes twice,
 * late, or at once with another one changes nothing.
 *
 * @throws WriteContention when the user changes faster than the decision can be written
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
