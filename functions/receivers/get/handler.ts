import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import { toReceiverResponse } from '#shared/receivers/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params }) => ({
  data: toReceiverResponse(await readOwnReceiver(params.receiverId, caller)),
}));
