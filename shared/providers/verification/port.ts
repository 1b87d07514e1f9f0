import type {
  IdentityVerification,
  VerificationDecision,
} from '#shared/identity/domain/identity-verification';
import type { User } from '#shared/users/domain/user';

/** A verification and whom it is about. */
export interface VerificationCase {
  readonly user: User;
  readonly verification: IdentityVerification;
}

/** What a provider says of a verification. */
export type VerificationResult =
  | { readonly state: 'PENDING'; readonly reference: string }
  | { readonly state: 'DECIDED'; readonly decision: VerificationDecision };

/** The provider that checks documents and decides. A failed call throws; only the provider makes decisions. */
export interface VerificationProvider {
  /** Hands a submission over. Repeating it is harmless: the verification's id names it at the provider. */
  submit(subject: VerificationCase): Promise<VerificationResult>;
  /** Asks how far the provider has come with what it took. */
  poll(reference: string): Promise<VerificationResult>;
}
