/**
 * Messages on the bus and in the queues: ids and counters that identify an item, never content. The
 * receiving worker reads the item and decides by its state.
 */
import * as z from 'zod/mini';
import { parseJson } from '#shared/values/json';
import { type DeliveryItem, toAddress } from '#shared/webhooks/item';

const counter = z.int().check(z.gte(0));

/** The item that a message is about. */
const subject = { v: z.literal(1), pk: z.string(), sk: z.string(), partnerId: z.string() };

const deliveryMessage = z.object({
  ...subject,
  id: z.string(),
  /** Endpoint of a delivery to an additional endpoint. */
  endpointId: z.optional(z.string()),
  deliveryRun: counter,
  /** Attempts that had been made in the delivery run when the message was sent: it asks for the next one. */
  attemptsMade: counter,
});

/** Asks for one delivery attempt. */
export type DeliveryMessage = z.infer<typeof deliveryMessage>;

const stepEntities = ['SIM', 'KYC', 'TX', 'VA', 'PAYOUT', 'ORDER', 'PROOF', 'OUT_OF_ORDER', 'SESSION'] as const;

const stepMessage = z.object({
  ...subject,
  entity: z.enum(stepEntities),
  /** Epoch ms at which the step is to be taken. */
  dueAt: z.number(),
});

/**
 * Asks for a due step: of a sandbox simulation, of a verification, of a transaction that expires, of a virtual
 * account, of a payout, of an order next to it, of the look-up of a proof, of reports that came too early, of a verification link that ends.
 */
export type StepMessage = z.infer<typeof stepMessage>;

/** Returns true if items of an entity have steps. */
export function isStepEntity(entity: unknown): entity is StepMessage['entity'] {
  return stepEntities.some((known) => known === entity);
}

/** A message of an unknown form or version. Its text stays out of the error. */
class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
}

/** @throws UnreadableMessage */
export const parseDeliveryMessage = (text: string): DeliveryMessage => parseMessage(deliveryMessage, text);

/** @throws UnreadableMessage */
export const parseStepMessage = (text: string): StepMessage => parseMessage(stepMessage, text);

function parseMessage<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  const json = parseJson(text);
  if (json === undefined) throw new UnreadableMessage('Not JSON');
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new UnreadableMessage('Unknown form or version');
  return parsed.data;
}

/** The message that asks for a delivery's next attempt, as the item stands. */
export function nextAttemptMessage(item: DeliveryItem): DeliveryMessage {
  return {
    v: 1,
    id: item.id,
    ...toAddress(item),
    partnerId: item.partnerId,
    ...(item.entity === 'DELIVERY' ? { endpointId: item.endpointId } : {}),
    deliveryRun: item.deliveryRun,
    attemptsMade: item.retryAttempts,
  };
}

/** Names a delivery in the log. */
export function logFields({ id, partnerId, endpointId, deliveryRun }: DeliveryMessage) {
  return { notificationId: id, partnerId, endpointId, deliveryRun };
}
