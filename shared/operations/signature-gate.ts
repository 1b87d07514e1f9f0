import { Problem } from '#shared/api/problems';
import { userKey } from '#shared/data/keys';
import { tableName, type WriteAction } from '#shared/data/table';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { User } from '#shared/domain/users/user';

/**
 * A business that moves pesos, on either side, needs the signed declaration of every beneficial owner on record.
 * The user's record counts the owners that have not signed; a business without owners on record passes.
 *
 * @returns the condition that goes with the write: an owner who is added meanwhile closes the gate
 * @throws Problem when an owner has not signed
 */
export function signatureGate(user: User, source: FiatCurrency, target: FiatCurrency): WriteAction[] {
  if (user.type !== 'BUSINESS' || (source !== 'MXN' && target !== 'MXN')) return [];
  if (user.unsignedOwners > 0) {
    throw new Problem(
      'SIGNATURE_REQUIREMENT_NOT_MET',
      'All beneficial owners must sign before this transaction can be created.',
    );
  }
  return [
    {
      ConditionCheck: {
        TableName: tableName(),
        Key: { ...userKey(user.id) },
        ConditionExpression: 'attribute_not_exists(unsignedOwners) OR unsignedOwners = :none',
        ExpressionAttributeValues: { ':none': 0 },
      },
    },
  ];
}
