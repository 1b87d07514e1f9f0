export const userTypes = ['INDIVIDUAL', 'BUSINESS'] as const;
export type UserType = (typeof userTypes)[number];

export const kycStatuses = ['NOT_STARTED', 'IN_PROGRESS', 'VERIFIED', 'REJECTED', 'REVIEW_NEEDED'] as const;
export type KycStatus = (typeof kycStatuses)[number];

/** The decisions of a verification. */
export const kycDecisions = ['VERIFIED', 'REJECTED', 'REVIEW_NEEDED'] as const;
export type KycDecision = (typeof kycDecisions)[number];

/** A partner's user. Times are epoch ms. */
export interface User {
  readonly id: string;
  readonly partnerId: string;
  readonly type: UserType;
  readonly email: string;
  readonly externalUserId: string | undefined;
  readonly alias: string | undefined;
  readonly businessName: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** The names of the last successful verification. Declarations and payments use them. */
  readonly legalName?: LegalName | undefined;
  readonly kycStatus: KycStatus;
  /** The newest verification. */
  readonly verificationId: string | undefined;
  /** Stored beneficial owners whose declaration is not signed. Every change of the owners updates it. */
  readonly unsignedOwners: number;
  /** The newest verification link, if one was requested and nothing was submitted since. An older one is void. */
  readonly verificationLink:
    | { readonly id: string; readonly expiresAtMs: number; readonly endedAtMs?: number | undefined }
    | undefined;
  readonly version: number;
  /** Number of notifications made about this user. */
  readonly sequence: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Returns a user after a change of which its partner is notified. */
export function withNextVersion(user: User, atMs: number): User {
  return { ...user, version: user.version + 1, sequence: user.sequence + 1, updatedAtMs: atMs };
}

/** Names of a user. A business has a business name alone, a person the two others. */
export type LegalName = Pick<User, 'firstName' | 'lastName' | 'businessName'>;

/** The business name that the provider has read; none while the user is not verified. */
export function verifiedBusinessName({ kycStatus, legalName }: User): string | undefined {
  return kycStatus === 'VERIFIED' ? legalName?.businessName : undefined;
}

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** The names for payments: the last verified ones, or the current ones before any verification. */
export function toLegalNames(user: User): Names {
  return toDisplayNames({ ...user, ...user.legalName });
}

/** Returns the name of a user towards partners: a business by its name, a person by both names. */
export function toDisplayNames(user: Pick<User, 'type' | keyof LegalName>): Names {
  if (user.type === 'BUSINESS') return { firstName: user.businessName ?? '', lastName: '' };
  return { firstName: user.firstName ?? '', lastName: user.lastName ?? '' };
}
