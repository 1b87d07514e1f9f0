import type { Operation } from '#shared/http/partner-endpoint';
import { readOwnUser } from '#shared/users/read-own-records';
import { toUserResponse } from '#shared/users/response';
import type { contract } from './contract';

export const getUser: Operation<typeof contract> = async ({ caller, params }) => ({
  data: toUserResponse(await readOwnUser(params.userId, caller)),
});
