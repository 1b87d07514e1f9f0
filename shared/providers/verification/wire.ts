/** The messages between the verification provider and this service (docs/providers/verification.openapi.yaml). */
import * as z from 'zod/mini';
import type { VerificationDecision } from '#shared/identity/domain/identity-verification';
import { kycDecisions } from '#shared/users/domain/user';
import type { VerificationResult } from './port';

const name = z.string().check(z.minLength(1), z.maxLength(200));
const reference = z.string().check(z.regex(/^[\w.:-]{1,200}$/));

/** A code, and never a sentence: partners must not see a provider's text about a person. */
const reason = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/));

const names = {
  firstName: z.optional(name),
  lastName: z.optional(name),
  businessName: z.optional(name),
};

/** The answer to a submission and to a question: pending, or decided. */
export const providerAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('PENDING'), reference }),
  z.object({
    status: z.enum(kycDecisions),
    reference,
    ...names,
    rejectionReasons: z.optional(z.array(reason).check(z.maxLength(20))),
  }),
]);

/** The provider's report of a decision. Other members are refused. */
export const providerCallback = z.strictObject({
  verificationId: z.uuid(),
  userId: z.uuid(),
  reference,
  status: z.enum(kycDecisions),
  ...names,
  rejectionReasons: z.optional(z.array(reason).check(z.maxLength(20))),
});

type Decided = Exclude<z.infer<typeof providerAnswer>, { status: 'PENDING' }>;

/** Translates an answer. */
export function toVerificationResult(answer: z.infer<typeof providerAnswer>): VerificationResult {
  if (answer.status === 'PENDING') return { state: 'PENDING', reference: answer.reference };
  return { state: 'DECIDED', decision: toDecision(answer) };
}

/** The decision that a provider reports. */
export function toDecision(report: Omit<Decided, 'reference'>): VerificationDecision {
  const { status, firstName, lastName, businessName, rejectionReasons = [] } = report;
  return { status, firstName, lastName, businessName, rejectionReasons };
}
