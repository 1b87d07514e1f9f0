import type { IdentityVerification, VerificationDecision } from '#shared/identity/domain/identity-verification';
import type { User } from '#shared/users/domain/user';

/** A verification and its person or business. */
export interface VerificationCase {
  readonly user: User;
  readonly verification: IdentityVerification;
}

/** A provider's status of a verification. */
export type VerificationResult =
  | { readonly state: 'PENDING'; readonly reference: string }
  | { readonly state: 'DECIDED'; readonly decision: VerificationDecision };

/** The provider that checks documents and decides. A failed call throws; only the provider makes decisions. */
export interface VerificationProvider {
  /** Submits a verification. Repeating it is harmless: the verification's id is its idempotency key. */
  submit(subject: VerificationCase): Promise<VerificationResult>;
  /** Requests the status of an accepted verification. */
  poll(reference: string): Promise<VerificationResult>;
}
