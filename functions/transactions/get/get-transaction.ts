import { transactionView } from '#shared/api/views/cross-ramp';
import type { Operation } from '#shared/http/edge';
import { readOwnTransaction } from '#shared/operations/ownership';
import type { contract } from './contract';

export const getTransaction: Operation<typeof contract> = async ({ caller, params }) => ({
  data: transactionView(await readOwnTransaction(params.id, caller)),
});
