import { Problem } from '#shared/api/problems';
import type { User } from '#shared/users/domain/user';
import type { FiatCurrency } from '#shared/values/money/currency';

/**
 * A business that moves pesos, on either side, needs the signed declaration of every beneficial owner on record.
 * The user's record counts the owners that have not signed; a business without owners on record passes.
 *
 * @returns whether the creation's write has to hold to it too: an owner who is added in between closes the gate
 * @throws Problem when an owner has not signed
 */
export function requireSignatures(user: User, source: FiatCurrency, target: FiatCurrency): boolean {
  if (user.type !== 'BUSINESS' || (source !== 'MXN' && target !== 'MXN')) return false;
  if (user.unsignedOwners > 0) {
    throw new Problem(
      'SIGNATURE_REQUIREMENT_NOT_MET',
      'All beneficial owners must sign before this transaction can be created.',
    );
  }
  return true;
}
