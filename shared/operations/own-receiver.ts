import { receiverNotFound } from '#shared/api/problems';
import { findReceiver } from '#shared/data/receivers';
import type { Caller } from '#shared/domain/partners/partner';
import type { Receiver } from '#shared/domain/receivers/receiver';

/** The caller's own receiver; another partner's is as unknown as one that is not there. @throws Problem */
export function ownReceiver(receiver: Receiver | undefined, caller: Caller): Receiver {
  if (receiver?.partnerId !== caller.partnerId) throw receiverNotFound();
  return receiver;
}

/** Reads the caller's own receiver. @throws Problem */
export async function readOwnReceiver(receiverId: string, caller: Caller): Promise<Receiver> {
  return ownReceiver(await findReceiver(receiverId), caller);
}
