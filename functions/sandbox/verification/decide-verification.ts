import { userView } from '#shared/api/views/user';
import {
  type AlongsideUser,
  findVerification,
  saveDecidedStart,
  saveDecision,
} from '#shared/data/verifications';
import { newId } from '#shared/domain/ids';
import type { KycDecision, User } from '#shared/domain/users/user';
import type { Verification } from '#shared/domain/users/verification';
import { answerOnce } from '#shared/operations/answer-once';
import { ownerInPath as owner, readOwnUser } from '#shared/operations/ownership';
import { inRounds } from '#shared/operations/rounds';
import { sandboxDecisionOf } from '#shared/providers/verification/sandbox-provider';
import { contract } from './contract';

/** The country of a verification that nobody submitted. */
const COUNTRY = 'MX';

/**
 * Has the sandbox's provider decide as the partner wants it, from any status. A step that was still to come
 * finds the verification decided; the decision that stands already is not told again.
 */
export const decideVerification = answerOnce({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const alongside = async (after: User) => (await record(userView(after))).writes;
  return inRounds(async () => {
    const user = await readOwnUser(params.userId, caller);
    if (user.kycStatus === body.result) return { data: userView(user) };
    const after = await decide(user, { result: body.result, nowMs, alongside });
    return after && (await record(userView(after))).reply;
  });
});

interface Decided {
  readonly result: KycDecision;
  readonly nowMs: number;
  readonly alongside: AlongsideUser;
}

async function decide(user: User, { result, nowMs, alongside }: Decided): Promise<User | undefined> {
  if (user.verificationId === undefined) {
    const verification = unsubmitted(user, nowMs);
    return saveDecidedStart(user, verification, sandboxDecisionOf(result, user, verification), alongside);
  }
  const newest = await findVerification(user.id, user.verificationId);
  if (newest === undefined) throw new Error('The newest verification of a user does not exist');
  return saveDecision(user, newest, sandboxDecisionOf(result, user, newest), nowMs, alongside);
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
