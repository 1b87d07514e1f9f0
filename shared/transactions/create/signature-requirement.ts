import { signaturesMissing } from '#shared/api/problems';
import type { User } from '#shared/users/domain/user';
import type { FiatCurrency } from '#shared/values/money/currency';

/**
 * A business that sends or receives pesos needs the signed declaration of each of its stored beneficial owners.
 * The user's item counts the owners that have not signed; a business without owners passes.
 *
 * @returns whether the creation's write needs this condition too: an owner may be added in between
 * @throws Problem when an owner has not signed
 */
export function requireSignatures(user: User, source: FiatCurrency, target: FiatCurrency): boolean {
  if (user.type !== 'BUSINESS' || (source !== 'MXN' && target !== 'MXN')) return false;
  if (user.unsignedOwners > 0) throw signaturesMissing();
  return true;
}
