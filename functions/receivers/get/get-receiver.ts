import type { Operation } from '#shared/http/partner-endpoint';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import { toReceiverResponse } from '#shared/receivers/response';
import type { contract } from './contract';

export const getReceiver: Operation<typeof contract> = async ({ caller, params }) => ({
  data: toReceiverResponse(await readOwnReceiver(params.receiverId, caller)),
});
