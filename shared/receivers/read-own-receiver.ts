import { receiverNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Receiver } from './item';
import { findReceiver } from './repository';

/** The caller's own receiver; another partner's is as unknown as one that is not there. @throws Problem */
export function requireOwnReceiver(receiver: Receiver | undefined, caller: Caller): Receiver {
  if (receiver?.partnerId !== caller.partnerId) throw receiverNotFound();
  return receiver;
}

/** Reads the caller's own receiver. @throws Problem */
export async function readOwnReceiver(receiverId: string, caller: Caller): Promise<Receiver> {
  return requireOwnReceiver(await findReceiver(receiverId), caller);
}
