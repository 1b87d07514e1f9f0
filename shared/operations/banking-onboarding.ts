import { BASE_PATH } from '#shared/api/base-path';
import { badRequest } from '#shared/api/problems';
import type { User } from '#shared/domain/users/user';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/domain/virtual-accounts/onboarding';

/** The country of a request, which may leave it out: there is only one. @throws Problem for any other */
export function checkVirtualAccountCountry(country: string | undefined): typeof VIRTUAL_ACCOUNT_COUNTRY {
  if (country !== undefined && country !== VIRTUAL_ACCOUNT_COUNTRY) throw badRequest('Only US is supported');
  return VIRTUAL_ACCOUNT_COUNTRY;
}

/** Where a partner gets the link that the user finishes verification with, from the service's base address. */
export function verificationUrl({ id, type }: User): string {
  return `${BASE_PATH}/users/${id}/${type === 'BUSINESS' ? 'kyb' : 'kyc'}/verification-link`;
}
