/**
 * Messages on the bus and in the queues. They contain ids and counters that identify an item, never content. The receiving worker
 * reads the item and decides by the item's state.
 */
import * as z from 'zod/mini';
import { parseJson } from '#shared/values/json';
import { type DeliveryItem, toAddress } from '#shared/webhooks/item';

const counter = z.int().check(z.gte(0));

/** Fields that identify the item of a message. */
const subject = { v: z.literal(1), pk: z.string(), sk: z.string(), partnerId: z.string() };

const deliveryMessage = z.object({
  ...subject,
  id: z.string(),
  /** Id of the additional endpoint; absent for the default endpoint. */
  endpointId: z.optional(z.string()),
  deliveryRun: counter,
  /** Attempts already made in the delivery run when the message was sent. The message requests the next attempt. */
  attemptsMade: counter,
});

/** Requests one delivery attempt. */
export type DeliveryMessage = z.infer<typeof deliveryMessage>;

const stepEntities = ['SIM', 'KYC', 'TX', 'VA', 'PAYOUT', 'ORDER', 'PROOF', 'OUT_OF_ORDER', 'SESSION'] as const;

const stepMessage = z.object({
  ...subject,
  entity: z.enum(stepEntities),
  /** Due time of the step, epoch ms. */
  dueAt: z.number(),
});

/**
 * Requests the due step of an item. TX and SESSION expire a transaction or a verification link. VA opens a virtual account in the
 * sandbox. OUT_OF_ORDER checks early provider reports again.
 */
export type StepMessage = z.infer<typeof stepMessage>;

/** Returns true if items of the entity have steps (see the glossary). */
export function isStepEntity(entity: unknown): entity is StepMessage['entity'] {
  return stepEntities.some((known) => known === entity);
}

/** Thrown for a message of unknown format or version. The error does not contain the message text. */
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

/** Builds the message that requests a delivery's next attempt, from the delivery's current state. */
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

/** Returns the log fields that identify a delivery. */
export function logFields({ id, partnerId, endpointId, deliveryRun }: DeliveryMessage) {
  return { notificationId: id, partnerId, endpointId, deliveryRun };
}
