import type { Operation } from '#shared/http/partner-endpoint';
import { toTransactionResponse } from '#shared/transactions/response';
import { readOwnTransaction } from '#shared/users/read-own-records';
import type { contract } from './contract';

export const getTransaction: Operation<typeof contract> = async ({ caller, params, nowMs }) => ({
  data: toTransactionResponse(await readOwnTransaction(params.id, caller), nowMs),
});
