import type { IdentityVerification, VerificationDecision } from '#shared/identity/domain/identity-verification';
import type { User } from '#shared/users/domain/user';

/** A verification and the user (person or business) to verify. */
export interface VerificationCase {
  readonly user: User;
  readonly verification: IdentityVerification;
}

/** The provider's status of a verification. */
export type VerificationResult =
  | { readonly state: 'PENDING'; readonly reference: string }
  | { readonly state: 'DECIDED'; readonly decision: VerificationDecision };

/** The provider that checks documents and makes the decision. A failed call throws and never counts as a decision. */
export interface VerificationProvider {
  /** Submits a verification. Retries are safe: the verification's id is the idempotency key. */
  submit(subject: VerificationCase): Promise<VerificationResult>;
  /** Requests the status of an accepted verification. */
  poll(reference: string): Promise<VerificationResult>;
}
