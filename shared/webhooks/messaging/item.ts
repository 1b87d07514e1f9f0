import type { DynamoDBRecord } from 'aws-lambda';
import type { BusEvent } from './event-bus';
import { type DeliveryMessage, isStepEntity, type StepMessage } from './messages';

/** Builds the bus event of a stream record, only from ids and counters; `undefined` if the image is not a known entity. */
export function toBusEvent(record: DynamoDBRecord): BusEvent | undefined {
  const image = record.dynamodb?.NewImage ?? {};
  const text = (name: string) => image[name]?.S;
  const number = (name: string) => (image[name]?.N === undefined ? undefined : Number(image[name].N));
  const [pk, sk, partnerId, entity] = [text('PK'), text('SK'), text('partnerId'), text('entity')];
  if (pk === undefined || sk === undefined || partnerId === undefined) return undefined;

  if (entity === 'NTF' || entity === 'DELIVERY') {
    const [id, deliveryRun, attemptsMade] = [text('id'), number('deliveryRun'), number('retryAttempts')];
    if (id === undefined || deliveryRun === undefined || attemptsMade === undefined) return undefined;
    const endpointId = text('endpointId');
    const to = endpointId === undefined ? {} : { endpointId };
    const detail: DeliveryMessage = { v: 1, id, pk, sk, partnerId, ...to, deliveryRun, attemptsMade };
    // Replayed notifications go to the retry queue.
    return { detailType: text('queue') === 'RETRY' ? 'notification.replayed' : 'notification.ready', detail };
  }
  const dueAt = number('dueAt');
  if (!isStepEntity(entity) || dueAt === undefined) return undefined;
  const detail: StepMessage = { v: 1, entity, pk, sk, partnerId, dueAt };
  return { detailType: 'step.ready', detail };
}
