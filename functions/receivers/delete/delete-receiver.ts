import { iso } from '#shared/api/views/time';
import { deleteReceiver as saveDeletion } from '#shared/data/receivers';
import type { Operation } from '#shared/http/edge';
import { ownReceiver, readOwnReceiver } from '#shared/operations/own-receiver';
import type { contract } from './contract';

/** Deletes a receiver: it leaves every list and is unknown from then on. */
export const deleteReceiver: Operation<typeof contract> = async ({ caller, params, nowMs }) => {
  const receiver = await readOwnReceiver(params.receiverId, caller);
  // Whom another request deletes in between is unknown to this one.
  if (!(await saveDeletion(receiver, nowMs))) ownReceiver(undefined, caller);
  return { data: { id: receiver.id, deletedAt: iso(nowMs) } };
};
