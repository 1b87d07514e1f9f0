import { HOME_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import { type DecisionToSave, findVerification, saveDecidedStart, saveDecision } from '#shared/identity/repository';
import { toSandboxDecision } from '#shared/providers/verification/sandbox';
import type { KycDecision, User } from '#shared/users/domain/user';
import { ownUserIdFromPath as owner, requireOwnUser } from '#shared/users/read-own-user';
import { findUser } from '#shared/users/repository';
import { toUserResponse } from '#shared/users/response';
import { newId } from '#shared/values/ids';
import { readRecipients } from '#shared/webhooks/repository';
import { contract } from './contract';

/**
 * Makes the sandbox's provider decide the verification of a user, who can have any status. A scheduled step of the simulator then
 * finds the decision and does nothing.
 */
export const decideVerification = idempotent({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const additionalWrites = async (after: User) => (await record(toUserResponse(after))).writes;
  return retryOnConflict(async () => {
    const [found, recipientsFor] = await Promise.all([findUser(params.userId), readRecipients(caller.partnerId)]);
    const user = requireOwnUser(found, caller);
    if (user.kycStatus === body.result) return { data: toUserResponse(user) };
    const after = await decide(user, body.result, { atMs: nowMs, recipientsFor, additionalWrites });
    return after && (await record(toUserResponse(after))).reply;
  });
});

async function decide(
  user: User,
  result: KycDecision,
  save: Omit<DecisionToSave, 'decision'>,
): Promise<User | undefined> {
  if (user.verificationId === undefined) {
    const verification = unsubmitted(user, save.atMs);
    return saveDecidedStart(user, verification, { decision: toSandboxDecision(result, user, verification), ...save });
  }
  const newest = await findVerification(user.id, user.verificationId);
  if (newest === undefined) throw new Error('The newest verification of a user does not exist');
  return saveDecision(user, newest, { decision: toSandboxDecision(result, user, newest), ...save });
}

/** Returns a verification for a user without a submission. */
function unsubmitted({ id: userId, partnerId }: User, nowMs: number): IdentityVerification {
  return {
    id: newId(nowMs),
    userId,
    partnerId,
    status: 'IN_PROGRESS',
    country: HOME_COUNTRY,
    submission: {},
    files: [],
    version: 1,
    submittedAtMs: nowMs,
    decidedAtMs: undefined,
    rejectionReasons: [],
  };
}
