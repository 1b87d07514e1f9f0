import { createHash } from 'node:crypto';
import { type AccountDetails, newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { bankAccountCreationWrites } from '#shared/bank-accounts/repository';
import { findOnboardingStep, type Onboarding, saveOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/payout-zones';
import {
  type IdentityVerification,
  PROVIDER_SILENT,
  PROVIDER_TIMEOUT_MS,
  type ProviderProgress,
  providerPollDelayMs,
  type VerificationDecision,
} from '#shared/identity/domain/identity-verification';
import { findVerificationStep, saveProviderProgress } from '#shared/identity/repository';
import { resolveVerification } from '#shared/identity/resolve-verification';
import { logError, metric } from '#shared/platform/observability/log';
import type { VerificationResult } from '#shared/providers/verification/port';
import { toLegalNames, type User } from '#shared/users/domain/user';
import { findUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import type { StepMessage } from '#shared/webhooks/messaging/messages';
import type { StepDependencies, StepResult } from './dependencies';

/**
 * Advances a verification by one step: submits it to the provider, or requests its status. Stores the decision or the time of the
 * next request before the message is deleted. After seven days without a decision, an operator has to decide.
 */
export async function advanceVerification(message: StepMessage, deps: StepDependencies): Promise<StepResult> {
  const step = await findVerificationStep(message);
  if (step === undefined) return 'done';
  const { item: verification, stepAtMs: stepAt } = step;
  const atMs = deps.now();
  if (stepAt > atMs) {
    // Before the first provider call, the message waits in the queue. A later call is due in minutes or hours, and the redrive
    // then sends the message again.
    return verification.provider === undefined ? { waitMs: stepAt - atMs } : 'done';
  }
  const user = await findUser(verification.userId);
  if (user === undefined || verification.status !== 'IN_PROGRESS') return 'done';

  const finding = await callProvider(user, verification, deps);
  if (finding?.state === 'DECIDED') {
    await resolveVerification(verification, finding.decision, deps.now());
  } else if (atMs - verification.submittedAtMs >= PROVIDER_TIMEOUT_MS) {
    metric('providerSilent', 1);
    await resolveVerification(verification, silentDecision, deps.now());
  } else {
    const progress = progressAfter(verification.provider, finding);
    // A conflict needs no retry: another run or a callback has stored a later state.
    await saveProviderProgress(verification, progress, {
      seenStepAtMs: stepAt,
      nextStepAtMs: deps.now() + providerPollDelayMs(progress),
    });
  }
  return 'done';
}

const silentDecision: VerificationDecision = { status: 'REVIEW_NEEDED', rejectionReasons: [PROVIDER_SILENT] };

/** Submits the verification or requests its status; returns `undefined` if the call failed. */
async function callProvider(
  user: User,
  verification: IdentityVerification,
  { verificationProvider }: StepDependencies,
): Promise<VerificationResult | undefined> {
  const reference = verification.provider?.reference;
  try {
    const provider = verificationProvider();
    return reference === undefined ? await provider.submit({ user, verification }) : await provider.poll(reference);
  } catch (error) {
    logError('The verification provider could not be asked', error, { worker: 'runStep' });
    return undefined;
  }
}

function progressAfter(
  before: ProviderProgress | undefined,
  finding: Extract<VerificationResult, { state: 'PENDING' }> | undefined,
): ProviderProgress {
  const calls = (before?.calls ?? 0) + 1;
  if (before?.reference !== undefined) return { reference: before.reference, calls };
  return finding === undefined ? { calls } : { reference: finding.reference, calls: 0 };
}

/** A well-formed routing number that no bank has: numbers that begin with 80 are reserved for traveler's checks. */
const ROUTING_NUMBER = '800000006';

/** Returns the account that the sandbox opens for a user, in the user's name. The same user always gets the same details. */
export function sandboxVirtualAccount(user: User): AccountDetails {
  const hash = createHash('sha256').update(`virtual-account:${user.id}`).digest();
  const { firstName, lastName } = toLegalNames(user);
  return {
    country: VIRTUAL_ACCOUNT_COUNTRY,
    accountIdentifier: `90${hash.readUIntBE(0, 6) % 10_000_000_000}`.padEnd(12, '0'),
    bankName: 'Sandbox Bank',
    routingNumber: ROUTING_NUMBER,
    accountType: 'CHECKING',
    accountHolder:
      user.type === 'BUSINESS'
        ? { type: 'BUSINESS', businessName: firstName }
        : { type: 'INDIVIDUAL', firstName, lastName },
    address: {
      streetLine1: '1 Sandbox Plaza',
      city: 'New York',
      state: 'NY',
      postalCode: '10001',
      country: VIRTUAL_ACCOUNT_COUNTRY,
    },
  };
}

/**
 * In the sandbox, advances an onboarding to its next status as a bank would: from SUBMITTED to IN_REVIEW, then to COMPLETED. The
 * last write also stores the opened account.
 */
export async function advanceOnboarding(message: StepMessage, { now, stepMs }: StepDependencies): Promise<StepResult> {
  const step = await findOnboardingStep(message);
  if (step === undefined) return 'done';
  const { stepAtMs, item: before } = step;
  const atMs = now();
  if (stepAtMs > atMs) return { waitMs: stepAtMs - atMs };
  const user = await findUser(before.userId);
  if (user === undefined) return 'done';
  // A conflict needs no retry: another run has stored the next status of the onboarding.
  if (before.status === 'SUBMITTED') {
    await saveOnboarding(before, withStatus(before, 'IN_REVIEW', atMs), { stepAtMs: atMs + stepMs });
  } else if (before.status === 'IN_REVIEW') {
    await completeOnboarding(before, user, atMs);
  }
  return 'done';
}

async function completeOnboarding(before: Onboarding, user: User, atMs: number): Promise<void> {
  const account = newBankAccount(
    {
      id: newId(atMs),
      partnerId: before.partnerId,
      userId: before.userId,
      receiverId: undefined,
      details: sandboxVirtualAccount(user),
      rampType: 'CROSS_RAMP',
      virtual: true,
    },
    atMs,
  );
  const after = { ...withStatus(before, 'COMPLETED', atMs), bankAccountId: account.id };
  await saveOnboarding(before, after, { additionalWrites: bankAccountCreationWrites(account) });
}

function withStatus(before: Onboarding, status: Onboarding['status'], atMs: number): Onboarding {
  return { ...before, status, version: before.version + 1, updatedAtMs: atMs };
}
