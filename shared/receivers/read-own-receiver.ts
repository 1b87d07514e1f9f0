import { receiverNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { Receiver } from './item';
import { findReceiver } from './repository';

/** Returns the receiver if the caller owns the receiver. A receiver of another partner is treated as unknown. @throws Problem */
export function requireOwnReceiver(receiver: Receiver | undefined, caller: Caller): Receiver {
  if (receiver?.partnerId !== caller.partnerId) throw receiverNotFound();
  return receiver;
}

/** Reads a receiver of the caller. @throws Problem */
export async function readOwnReceiver(receiverId: string, caller: Caller): Promise<Receiver> {
  return requireOwnReceiver(await findReceiver(receiverId), caller);
}
