import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnUser } from '#shared/users/read-own-user';
import { toUserResponse } from '#shared/users/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params }) => ({
  data: toUserResponse(await readOwnUser(params.userId, caller)),
}));
