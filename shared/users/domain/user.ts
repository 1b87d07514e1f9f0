export const userTypes = ['INDIVIDUAL', 'BUSINESS'] as const;
export type UserType = (typeof userTypes)[number];

export const kycStatuses = ['NOT_STARTED', 'IN_PROGRESS', 'VERIFIED', 'REJECTED', 'REVIEW_NEEDED'] as const;
export type KycStatus = (typeof kycStatuses)[number];

/** Possible decisions of a verification. */
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
  /** Names from the last successful verification. Declarations and payments use these names. */
  readonly legalName?: LegalName | undefined;
  readonly kycStatus: KycStatus;
  /** The newest verification. */
  readonly verificationId: string | undefined;
  /** Number of stored beneficial owners without a signed declaration. Every change of the owners updates this number. */
  readonly unsignedOwners: number;
  /** The newest verification link; `undefined` from a submission until the next link. Older links are not valid. */
  readonly verificationLink:
    | { readonly id: string; readonly expiresAtMs: number; readonly endedAtMs?: number | undefined }
    | undefined;
  readonly version: number;
  /** Number of notifications created for this user. */
  readonly sequence: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Returns the user with the next version and the next notification number, for a change that notifies the partner. */
export function withNextVersion(user: User, atMs: number): User {
  return { ...user, version: user.version + 1, sequence: user.sequence + 1, updatedAtMs: atMs };
}

/** Names of a user. A business has only `businessName`; a person has `firstName` and `lastName`. */
export type LegalName = Pick<User, 'firstName' | 'lastName' | 'businessName'>;

/** Returns the business name that the provider verified; `undefined` if the user is not verified. */
export function verifiedBusinessName({ kycStatus, legalName }: User): string | undefined {
  return kycStatus === 'VERIFIED' ? legalName?.businessName : undefined;
}

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** Returns the names for payments: the last verified names, or the current names before the first verification. */
export function toLegalNames(user: User): Names {
  return toDisplayNames({ ...user, ...user.legalName });
}

/** Returns the user's name for partners: the business name of a business, first and last name of a person. */
export function toDisplayNames(user: Pick<User, 'type' | keyof LegalName>): Names {
  if (user.type === 'BUSINESS') return { firstName: user.businessName ?? '', lastName: '' };
  return { firstName: user.firstName ?? '', lastName: user.lastName ?? '' };
}
