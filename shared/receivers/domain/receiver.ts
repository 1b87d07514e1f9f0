import type { UserType } from '#shared/users/domain/user';

/** A person or business whom a user pays. Times are epoch ms. */
export interface Receiver {
  readonly id: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly receiverType: UserType;
  readonly email: string | undefined;
  readonly taxId: string | undefined;
  /** Of a person. */
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly countryOfBirth: string | undefined;
  readonly dateOfBirth: string | undefined;
  readonly phoneNumber: string | undefined;
  /** Of a business. */
  readonly businessName: string | undefined;
  readonly countryOfConstitution: string | undefined;
  readonly dateOfConstitution: string | undefined;
  /** Rises with each change and with each account that it gets; the store's conditions compare it. */
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** A deleted receiver stays stored for the transactions that paid it, and is unknown to callers. */
  readonly deletedAtMs: number | undefined;
}
