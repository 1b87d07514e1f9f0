import { receiverView } from '#shared/api/views/receiver';
import type { Operation } from '#shared/http/edge';
import { readOwnReceiver } from '#shared/operations/own-receiver';
import type { contract } from './contract';

export const getReceiver: Operation<typeof contract> = async ({ caller, params }) => ({
  data: receiverView(await readOwnReceiver(params.receiverId, caller)),
});
