import { stage, wholeNumber } from '#shared/config/environment';
import { findOnboarding, saveOnboarding } from '#shared/data/virtual-accounts';
import { type Onboarding, outcomeOf } from '#shared/domain/virtual-accounts/onboarding';
import { linkAnswerSeal as seal } from '#shared/links/answer-seal';
import { answerOnce } from '#shared/operations/answer-once';
import { checkVirtualAccountCountry, verificationUrl } from '#shared/operations/banking-onboarding';
import { ownerInPath as owner, readOwnUser } from '#shared/operations/ownership';
import { inRounds } from '#shared/operations/rounds';
import { contract } from './contract';

/** Asks for a user's virtual account. Asking again says how far it is and starts nothing twice. */
export const startOnboarding = answerOnce({ contract, owner, seal }, async (request, record) => {
  const { caller, params, query, body, nowMs } = request;
  const user = await readOwnUser(params.userId, caller);
  checkVirtualAccountCountry(body.country ?? query.country);
  return inRounds(async () => {
    const before = await findOnboarding(user.id);
    const outcome = outcomeOf(user, before);
    if (outcome === 'REQUIREMENTS_MISSING') {
      const kybUrl = await verificationUrl(() => readOwnUser(user.id, caller), request);
      return { data: { outcome, ...(kybUrl === undefined ? {} : { kybUrl }) } };
    }
    if (outcome !== 'SUBMITTED') return { data: { outcome } };
    const submitted: Onboarding = {
      userId: user.id,
      partnerId: caller.partnerId,
      status: 'SUBMITTED',
      bankAccountId: undefined,
      version: (before?.version ?? 0) + 1,
      createdAtMs: before?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
    };
    const stepAtMs = stage() === 'sandbox' ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined;
    const answer = await record({ outcome });
    const saved = await saveOnboarding(before, submitted, { stepAtMs, alongside: answer.writes });
    return saved ? answer.reply : undefined;
  });
});
