import { transactionView } from '#shared/api/views/transaction';
import type { Operation } from '#shared/http/edge';
import { readOwnTransaction } from '#shared/operations/ownership';
import type { contract } from './contract';

export const getTransaction: Operation<typeof contract> = async ({ caller, params, nowMs }) => ({
  data: transactionView(await readOwnTransaction(params.id, caller), nowMs),
});
