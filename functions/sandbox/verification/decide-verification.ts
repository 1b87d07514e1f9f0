import { userView } from '#shared/api/views/user';
import { findVerification, saveDecidedStart, saveDecision } from '#shared/data/verifications';
import { newId } from '#shared/domain/ids';
import type { KycDecision, User } from '#shared/domain/users/user';
import type { Verification } from '#shared/domain/users/verification';
import type { Operation } from '#shared/http/edge';
import { readOwnUser } from '#shared/operations/ownership';
import { inRounds } from '#shared/operations/rounds';
import { sandboxDecisionOf } from '#shared/providers/verification/sandbox-provider';
import type { contract } from './contract';

/** The country of a verification that nobody submitted. */
const COUNTRY = 'MX';

/**
 * Has the sandbox's provider decide as the partner wants it, from any status. A step that was still to come
 * finds the verification decided; the decision that stands already is not told again.
 */
export const decideVerification: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const decided = await inRounds(async () => {
    const user = await readOwnUser(params.userId, caller);
    return user.kycStatus === body.result ? user : decide(user, body.result, nowMs);
  });
  return { data: userView(decided) };
};

async function decide(user: User, result: KycDecision, nowMs: number): Promise<User | undefined> {
  if (user.verificationId === undefined) {
    const verification = unsubmitted(user, nowMs);
    return saveDecidedStart(user, verification, sandboxDecisionOf(result, user, verification));
  }
  const newest = await findVerification(user.id, user.verificationId);
  if (newest === undefined) throw new Error('The newest verification of a user does not exist');
  return saveDecision(user, newest, sandboxDecisionOf(result, user, newest), nowMs);
}

/** A verification of a user who has not submitted any. */
function unsubmitted({ id: userId, partnerId }: User, nowMs: number): Verification {
  return {
    id: newId(nowMs),
    userId,
    partnerId,
    status: 'IN_PROGRESS',
    country: COUNTRY,
    submission: {},
    version: 1,
    submittedAtMs: nowMs,
    decidedAtMs: undefined,
    rejectionReasons: [],
  };
}
