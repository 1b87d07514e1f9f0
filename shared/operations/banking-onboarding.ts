import { badRequest } from '#shared/api/problems';
import { findVerification } from '#shared/data/verifications';
import type { User } from '#shared/domain/users/user';
import { mayBeginVerification } from '#shared/domain/users/verification-link';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/domain/virtual-accounts/onboarding';
import { inRounds } from '#shared/operations/rounds';
import {
  type Occasion,
  openVerificationUrl,
  tryVerificationLink,
} from '#shared/operations/verification-links';

/** The country of a request, which may leave it out: there is only one. @throws Problem for any other */
export function checkVirtualAccountCountry(country: string | undefined): typeof VIRTUAL_ACCOUNT_COUNTRY {
  if (country !== undefined && country !== VIRTUAL_ACCOUNT_COUNTRY) throw badRequest('Only US is supported');
  return VIRTUAL_ACCOUNT_COUNTRY;
}

/**
 * The address of the page that a user is verified on: of the link that is open, else of a new one. None while a
 * verification is under way.
 * @throws WriteContention, and what `readUser` throws
 */
export async function verificationUrl(
  readUser: () => Promise<User>,
  occasion: Occasion,
): Promise<string | undefined> {
  const { url } = await inRounds(async () => {
    const user = await readUser();
    if (!mayBeginVerification(user)) return { url: undefined };
    const url =
      (await openVerificationUrl(user, occasion)) ??
      (await tryVerificationLink(user, { country: await countryOf(user) }, { ...occasion, prepare: shown }));
    return url === undefined ? undefined : { url };
  });
  return url;
}

const shown = async (url: string) => ({ writes: [], reply: url });

/** Where the user was verified before, else the country of the account. */
async function countryOf({ id, verificationId }: User): Promise<string> {
  const newest = verificationId === undefined ? undefined : await findVerification(id, verificationId);
  return newest?.country ?? VIRTUAL_ACCOUNT_COUNTRY;
}
