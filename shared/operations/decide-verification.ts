/** How decisions of verifications come onto the record, whoever reports them. */
import { findUser } from '#shared/data/users';
import { findVerification, saveDecision } from '#shared/data/verifications';
import type { Decision, Verification } from '#shared/domain/users/verification';
import { inRounds } from '#shared/operations/rounds';

/** `settled`: it was decided before, and nothing was written. */
export type Settlement = 'decided' | 'settled' | 'unknown';

/**
 * Decides a verification that is in progress. One that is decided stays as it is: a report that comes twice,
 * late, or at once with another one changes nothing.
 *
 * @throws WriteContention when the user changes faster than the decision can be written
 */
export async function settleVerification(
  { userId, id }: Pick<Verification, 'userId' | 'id'>,
  decision: Decision,
  atMs: number,
): Promise<Settlement> {
  return inRounds(async () => {
    const [user, verification] = await Promise.all([findUser(userId), findVerification(userId, id)]);
    if (user === undefined || verification === undefined) return 'unknown';
    if (verification.status !== 'IN_PROGRESS') return 'settled';
    const decided = await saveDecision(user, verification, decision, atMs);
    return decided === undefined ? undefined : 'decided';
  });
}
