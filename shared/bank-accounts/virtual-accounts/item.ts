import * as z from 'zod/mini';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/regions';
import { maybe } from '#shared/dynamodb/attributes';
import { stepAttributes } from '#shared/dynamodb/due-steps';
import { onboardingKey } from '#shared/dynamodb/keys';

const onboardingItem = z.object({
  userId: z.string(),
  partnerId: z.string(),
  status: z.enum(['SUBMITTED', 'IN_REVIEW', 'COMPLETED', 'REJECTED']),
  /** The bank account that was opened. */
  bankAccountId: maybe(z.string()),
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

/** The onboarding of a user to a virtual account. Times are epoch ms. */
export type Onboarding = Readonly<z.infer<typeof onboardingItem>>;

/** The stored onboarding; `stepAtMs` puts it among the due items and opens its outbox. */
export function encodeOnboarding(onboarding: Onboarding, stepAtMs?: number) {
  const step = stepAtMs === undefined ? undefined : { atMs: stepAtMs, announced: true };
  const key = onboardingKey(onboarding.userId, VIRTUAL_ACCOUNT_COUNTRY);
  return { ...key, entity: 'VA', ...onboarding, ...stepAttributes(onboarding.userId, step) };
}

export function decodeOnboarding(raw: unknown): Onboarding {
  return onboardingItem.parse(raw);
}
