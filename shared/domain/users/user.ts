export const userTypes = ['INDIVIDUAL', 'BUSINESS'] as const;
export type UserType = (typeof userTypes)[number];

export const kycStatuses = ['NOT_STARTED', 'IN_PROGRESS', 'VERIFIED', 'REJECTED', 'REVIEW_NEEDED'] as const;
export type KycStatus = (typeof kycStatuses)[number];

/** What a verification can be decided as. */
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
  readonly kycStatus: KycStatus;
  /** The newest verification. */
  readonly verificationId: string | undefined;
  /** Beneficial owners on record whose declaration is not signed. Kept by whatever changes the owners. */
  readonly unsignedOwners: number;
  /** The verification link that may still be opened, if one was asked for. An older one is void. */
  readonly verificationLink: { readonly id: string; readonly expiresAtMs: number } | undefined;
  readonly version: number;
  /** Number of notifications made about this user. */
  readonly sequence: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** How a user is named towards partners: a business by its name, a person by both names. */
export function namesOf(user: User): { readonly firstName: string; readonly lastName: string } {
  if (user.type === 'BUSINESS') return { firstName: user.businessName ?? '', lastName: '' };
  return { firstName: user.firstName ?? '', lastName: user.lastName ?? '' };
}

// WHATWG HTML's form of a valid e-mail address, with a dot required in the host.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** Whether a string can be an e-mail address (RFC 5321 lengths). */
export function isEmail(value: string): boolean {
  return value.length <= 254 && value.indexOf('@') <= 64 && EMAIL.test(value);
}
