import type { KycStatus } from '#shared/domain/users/user';

/** One identity verification of a user. Times are epoch ms. */
export interface Verification {
  readonly id: string;
  readonly userId: string;
  readonly partnerId: string;
  readonly status: Exclude<KycStatus, 'NOT_STARTED'>;
  readonly country: string;
  /** What was submitted, as checked; kept for the provider. */
  readonly submission: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly submittedAtMs: number;
  readonly decidedAtMs: number | undefined;
  readonly rejectionReasons: readonly string[];
}
