import { onboardingOutcome } from '#shared/bank-accounts/domain/onboarding';
import {
  checkVirtualAccountCountry,
  ensureVerificationUrl,
} from '#shared/bank-accounts/virtual-accounts/ensure-verification-url';
import { findOnboarding, type Onboarding, saveOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { linkResponseSeal as seal } from '#shared/links/response-seal';
import { stage, wholeNumber } from '#shared/platform/config/environment';
import { ownUserIdFromPath as owner, readOwnUser, readOwnUserWith } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Starts the onboarding of a user's virtual account. A repeated call returns the status and starts no second onboarding. */
const startOnboarding = idempotent({ contract, owner, seal }, async (request, record) => {
  const { caller, params, query, body, nowMs } = request;
  const [user, first] = await readOwnUserWith(params.userId, caller, findOnboarding(params.userId));
  for (const country of [body.country, query.country]) checkVirtualAccountCountry(country);
  return retryOnConflict(async (attempt) => {
    const before = attempt === 1 ? first : await findOnboarding(user.id);
    const outcome = onboardingOutcome(user, before);
    if (outcome === 'REQUIREMENTS_MISSING') {
      const kybUrl = await ensureVerificationUrl(() => readOwnUser(user.id, caller), request);
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
    const recorded = await record({ outcome });
    const saved = await saveOnboarding(before, submitted, { stepAtMs, additionalWrites: recorded.writes });
    return saved ? recorded.reply : undefined;
  });
});

export const handler = partnerEndpoint(contract, startOnboarding);
