import { invalidInput, userNotAssociated } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { isErasedTransaction } from '#shared/erasure/domain/erasure';
import type { Operation } from '#shared/handlers/partner-endpoint';
import { changeAnnotations, isSameAnnotations, MAX_METADATA_KEYS } from '#shared/transactions/domain/annotations';
import { paymentUrlsFor } from '#shared/transactions/payment-links/urls';
import { readOwnTransaction } from '#shared/transactions/read-own-transaction';
import { replaceTransaction } from '#shared/transactions/repository';
import { toTransactionResponse } from '#shared/transactions/response';
import type { contract } from './contract';

/**
 * Changes the annotations of a transaction in any status. A request that changes nothing creates no new version.
 * @throws Problem TRANSACTION_NOT_FOUND, UNAUTHORIZED for an erased user, INVALID_USER_INPUT_ERROR; WriteContention
 */
export const updateTransaction: Operation<typeof contract> = async (request) => {
  const { caller, params, body, nowMs } = request;
  const changed = await retryOnConflict(async () => {
    const before = await readOwnTransaction(params.id, caller);
    if (isErasedTransaction(before)) throw userNotAssociated();
    const annotations = changeAnnotations(before, body);
    if (Object.keys(annotations.metadata ?? {}).length > MAX_METADATA_KEYS)
      throw invalidInput([{ field: 'metadata', message: `Must have at most ${MAX_METADATA_KEYS} keys` }]);
    if (isSameAnnotations(before, annotations)) return before;
    const next = { ...before, ...annotations, version: before.version + 1, updatedAtMs: nowMs };
    return (await replaceTransaction(before, next)) ? next : undefined;
  });
  return { data: toTransactionResponse(changed, nowMs, await paymentUrlsFor([changed], request)) };
};
