import type { KycDecision, KycStatus, LegalName, User } from '#shared/users/domain/user';

/** One identity verification of a user. Times are epoch ms. */
export interface IdentityVerification {
  readonly id: string;
  readonly userId: string;
  readonly partnerId: string;
  readonly status: Exclude<KycStatus, 'NOT_STARTED'>;
  readonly country: string;
  /** Submission without its files, as checked; kept for the provider. It contains no URL. */
  readonly submission: Readonly<Record<string, unknown>>;
  /** The files that came with it. */
  readonly files: readonly VerificationFile[];
  /** Progress at the provider; absent until it was requested the first time. */
  readonly provider?: ProviderProgress | undefined;
  readonly version: number;
  readonly submittedAtMs: number;
  readonly decidedAtMs: number | undefined;
  readonly rejectionReasons: readonly string[];
}

type NewVerification = Pick<IdentityVerification, 'id' | 'userId' | 'partnerId' | 'country' | 'submission' | 'files'>;

/** A submitted verification. */
export function newVerification(verification: NewVerification, atMs: number): IdentityVerification {
  return {
    ...verification,
    status: 'IN_PROGRESS',
    version: 1,
    submittedAtMs: atMs,
    decidedAtMs: undefined,
    rejectionReasons: [],
  };
}

/**
 * The names of a user after a submission. Fields that were not submitted stay the same. For a business only its own
 * name counts: the other names are its representative's.
 */
export function namesFromSubmission(user: User, { submission }: Pick<IdentityVerification, 'submission'>): LegalName {
  const named = (field: keyof LegalName) => {
    const value = submission[field];
    return typeof value === 'string' && value !== '' ? value : user[field];
  };
  const { firstName, lastName, businessName } = user;
  return user.type === 'BUSINESS'
    ? { firstName, lastName, businessName: named('businessName') }
    : { firstName: named('firstName'), lastName: named('lastName'), businessName };
}

/** A file of a verification in the bucket. */
export interface VerificationFile {
  /** Path of the field in the submission, dotted, such as `identity.frontIdUrl`. */
  readonly field: string;
  readonly key: string;
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/** Progress of the conversation with the verification provider. */
export interface ProviderProgress {
  /** The provider's name for the verification; absent until it took the submission. */
  readonly reference?: string | undefined;
  /** Calls since the submission was first tried, or since it was taken. */
  readonly calls: number;
}

/** A provider's decision, with the names it read from the documents. */
export interface VerificationDecision extends Partial<LegalName> {
  readonly status: KycDecision;
  readonly rejectionReasons: readonly string[];
}

/** Why a person looks at a verification that the provider never decided. */
export const PROVIDER_SILENT = 'PROVIDER_SILENT';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Time after which the provider's silence is itself an outcome. */
export const PROVIDER_TIMEOUT_MS = 7 * 24 * HOUR_MS;

/**
 * Milliseconds until the provider is called again. A refused or lost submission is repeated after 1, 2, 4 …
 * minutes, an hour at most. The response to one that was taken should come by callback: it is requested after
 * ten minutes, then hourly.
 */
export function providerPollDelayMs({ reference, calls }: ProviderProgress): number {
  if (reference !== undefined) return calls === 0 ? 10 * MINUTE_MS : HOUR_MS;
  return Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(10, Math.max(0, calls - 1)));
}
