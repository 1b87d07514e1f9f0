import type { KycDecision, KycStatus, LegalName, User } from '#shared/users/domain/user';

/** An identity verification of a user. Times are epoch ms. */
export interface IdentityVerification {
  readonly id: string;
  readonly userId: string;
  readonly partnerId: string;
  readonly status: Exclude<KycStatus, 'NOT_STARTED'>;
  readonly country: string;
  /** Validated data of the submission, later sent to the provider. File URLs are omitted, because they are credentials. */
  readonly submission: Readonly<Record<string, unknown>>;
  readonly files: readonly VerificationFile[];
  /** Progress at the provider. Absent before the first request. */
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
 * Returns the user's names after a submission. Unsubmitted fields stay unchanged. For a business, only the business name counts;
 * the other names belong to its representative.
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

/** A stored file of a verification. */
export interface VerificationFile {
  /** Dotted path of the field in the submission, for example `identity.frontIdUrl`. */
  readonly field: string;
  readonly key: string;
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 of the content (hex). */
  readonly sha256: string;
}

/** Progress of the requests to the verification provider. */
export interface ProviderProgress {
  /** The provider's id of the verification. Absent until the provider accepts the submission. */
  readonly reference?: string | undefined;
  /** Number of failed submission requests. After the provider accepts the submission, number of status requests. */
  readonly calls: number;
}

/** Decision of a provider, with the names in the documents. */
export interface VerificationDecision extends Partial<LegalName> {
  readonly status: KycDecision;
  readonly rejectionReasons: readonly string[];
}

/** Reason for a manual review if the provider never decided. */
export const PROVIDER_SILENT = 'PROVIDER_SILENT';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Time in ms without a decision after which the verification needs a manual review. */
export const PROVIDER_TIMEOUT_MS = 7 * 24 * HOUR_MS;

/**
 * Returns the delay in ms until the next provider request: another submission or, after an accepted submission, a status request.
 * The decision normally arrives by callback, so status requests are only a fallback.
 */
export function providerPollDelayMs({ reference, calls }: ProviderProgress): number {
  if (reference !== undefined) return calls === 0 ? 10 * MINUTE_MS : HOUR_MS;
  return Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(10, Math.max(0, calls - 1)));
}
