import { Problem } from '#shared/api/problems';
import { stage, wholeNumber } from '#shared/config/environment';
import { findOnboarding, saveOnboarding } from '#shared/data/virtual-accounts';
import { type Onboarding, outcomeOf } from '#shared/domain/virtual-accounts/onboarding';
import type { Operation } from '#shared/http/edge';
import { checkVirtualAccountCountry, verificationUrl } from '#shared/operations/banking-onboarding';
import { readOwnUser } from '#shared/operations/ownership';
import type { contract } from './contract';

/** Rounds in which a request meets another one for the same user. */
const ROUNDS = 5;

/** Asks for a user's virtual account. Asking again says how far it is and starts nothing twice. */
export const startOnboarding: Operation<typeof contract> = async (request) => {
  const { caller, params, query, body, nowMs } = request;
  const user = await readOwnUser(params.userId, caller);
  checkVirtualAccountCountry(body.country ?? query.country);
  for (let round = 1; round <= ROUNDS; round += 1) {
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
    if (await saveOnboarding(before, submitted, { stepAtMs })) return { data: { outcome } };
  }
  throw new Problem('CONFLICT', 'The onboarding is being changed by other requests. Try again.');
};
