import type { User } from '#shared/domain/users/user';
import type { Decision, Verification } from '#shared/domain/users/verification';

/** A verification and whom it is about. */
export interface VerificationCase {
  readonly user: User;
  readonly verification: Verification;
}

/** What a provider says of a verification. */
export type Finding =
  | { readonly state: 'PENDING'; readonly reference: string }
  | { readonly state: 'DECIDED'; readonly decision: Decision };

/** Whoever checks documents and decides. A call that fails throws; what is decided is decided by nobody else. */
export interface VerificationProvider {
  /** Hands a submission over. Repeating it is harmless: the verification's id names it at the provider. */
  submit(subject: VerificationCase): Promise<Finding>;
  /** Asks how far the provider has come with what it took. */
  poll(reference: string): Promise<Finding>;
}
