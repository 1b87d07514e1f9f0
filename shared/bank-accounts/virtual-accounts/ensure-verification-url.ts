import { onlyCountrySupported } from '#shared/api/problems';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { canStartVerification } from '#shared/identity/domain/verification-link';
import {
  findOpenVerificationUrl,
  type LinkRequestContext,
  tryCreateVerificationLink,
} from '#shared/identity/links/create-verification-link';
import { findVerification } from '#shared/identity/repository';
import { linkTokensFor } from '#shared/links/link-tokens';
import type { User } from '#shared/users/domain/user';

/**
 * Returns the country of virtual accounts. A request may omit the country, because only one is supported.
 * @throws Problem for any other country
 */
export function checkVirtualAccountCountry(country: string | undefined): typeof VIRTUAL_ACCOUNT_COUNTRY {
  if (country !== undefined && country !== VIRTUAL_ACCOUNT_COUNTRY) throw onlyCountrySupported(VIRTUAL_ACCOUNT_COUNTRY);
  return VIRTUAL_ACCOUNT_COUNTRY;
}

/**
 * Returns the URL of the active or a new verification link; `undefined` during a verification and after its completion.
 * @throws WriteContention, and any error of `readUser`
 */
export async function ensureVerificationUrl(
  readUser: () => Promise<User>,
  request: LinkRequestContext,
): Promise<string | undefined> {
  const { url } = await retryOnConflict(async () => {
    const user = await readUser();
    if (!canStartVerification(user)) return { url: undefined };
    const open = await findOpenVerificationUrl(user, request);
    if (open !== undefined) return { url: open };
    const [country, tokenFor] = await Promise.all([verificationCountry(user), linkTokensFor(user.id)]);
    const url = await tryCreateVerificationLink(user, { country }, { ...request, tokenFor, prepare: respondWithUrl });
    return url === undefined ? undefined : { url };
  });
  return url;
}

const respondWithUrl = async (url: string) => ({ writes: [], reply: url });

/** Returns the country of the user's newest verification; without a verification, the country of virtual accounts. */
async function verificationCountry({ id, verificationId }: User): Promise<string> {
  const newest = verificationId === undefined ? undefined : await findVerification(id, verificationId);
  return newest?.country ?? VIRTUAL_ACCOUNT_COUNTRY;
}
