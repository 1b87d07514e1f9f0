import type { Receiver } from '#shared/receivers/item';
import { createReceiver } from '#shared/receivers/repository';
import { aReceiver } from '#test/support/builders/receivers';
import type { World } from './world';

/** Stores a receiver of a new user. */
export async function storeReceiver(world: World): Promise<Receiver> {
  const receiver = aReceiver(await world.user());
  await createReceiver(receiver);
  return receiver;
}
