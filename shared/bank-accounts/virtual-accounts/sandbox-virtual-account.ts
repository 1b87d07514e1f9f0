import { createHash } from 'node:crypto';
import type { AccountDetails } from '#shared/bank-accounts/domain/bank-account-record';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/regions';
import { toLegalNames, type User } from '#shared/users/domain/user';

/** Well formed, but no bank has it: numbers that begin with 80 are of traveler's cheques. */
const ROUTING_NUMBER = '800000006';

/** The account that the sandbox's bank opens for a user: the same details each time, in the user's name. */
export function sandboxVirtualAccount(user: User): AccountDetails {
  const hash = createHash('sha256').update(`virtual-account:${user.id}`).digest();
  const { firstName, lastName } = toLegalNames(user);
  return {
    country: VIRTUAL_ACCOUNT_COUNTRY,
    accountIdentifier: `90${hash.readUIntBE(0, 6) % 10_000_000_000}`.padEnd(12, '0'),
    bankName: 'Sandbox Bank',
    routingNumber: ROUTING_NUMBER,
    accountType: 'CHECKING',
    accountHolder:
      user.type === 'BUSINESS'
        ? { type: 'BUSINESS', businessName: firstName }
        : { type: 'INDIVIDUAL', firstName, lastName },
    address: {
      streetLine1: '1 Sandbox Plaza',
      city: 'New York',
      state: 'NY',
      postalCode: '10001',
      country: VIRTUAL_ACCOUNT_COUNTRY,
    },
  };
}
