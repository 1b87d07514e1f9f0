import { userView } from '#shared/api/views/user';
import type { Operation } from '#shared/http/edge';
import { readOwnUser } from '#shared/operations/ownership';
import type { contract } from './contract';

export const getUser: Operation<typeof contract> = async ({ caller, params }) => ({
  data: userView(await readOwnUser(params.userId, caller)),
});
