import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { decodeStreamImage, type ItemImages } from '#shared/changes/stream/item';
import { padStreamSequence } from '#shared/dynamodb/stream-position';
import { type BusinessMetric, metric } from '#shared/platform/observability/log';
import { transactionKinds, transactionStatuses } from '#shared/transactions/domain/status-facts';

const transaction = z.object({ kind: z.enum(transactionKinds), status: z.enum(transactionStatuses) });
const quote = z.object({ kind: z.enum(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP_LEG', 'CROSS_RAMP']) });
const decision = z.object({ status: z.enum(['VERIFIED', 'REJECTED', 'REVIEW_NEEDED']) });
const declaration = z.object({ id: z.string(), status: z.string() });

/**
 * Counts what happened to partners' business, from what was committed: states that transactions entered, quotes,
 * decisions of verifications, signatures. A record that the stream repeats is counted again, which is rare; one
 * that cannot be read is not counted and does not stop the others.
 */
export function countBusiness(records: readonly DynamoDBRecord[]): void {
  for (const { eventName, dynamodb } of records) {
    if (eventName === 'REMOVE' || dynamodb?.NewImage === undefined) continue;
    const before = dynamodb.OldImage === undefined ? undefined : decodeStreamImage(dynamodb.OldImage);
    const name = businessMetricFor(decodeStreamImage(dynamodb.NewImage), before);
    if (name !== undefined) metric(name, 1);
  }
}

/**
 * Returns the records that the stream does not repeat: the others are counted when they come again.
 * @param sequenceNumber from which the stream repeats; undefined if it does not
 */
export function changesBefore(
  sequenceNumber: string | undefined,
  records: readonly DynamoDBRecord[],
): readonly DynamoDBRecord[] {
  if (sequenceNumber === undefined) return records;
  const end = padStreamSequence(sequenceNumber);
  return records.filter(({ dynamodb }) => padStreamSequence(dynamodb?.SequenceNumber ?? '') < end);
}

/** The business metric of a write; `undefined` when it is not counted. */
function businessMetricFor(after: ItemImages['after'], before: ItemImages['before']): BusinessMetric | undefined {
  switch (after.entity) {
    case 'TX': {
      const { data } = transaction.safeParse(after);
      return data === undefined || data.status === before?.status
        ? undefined
        : `transaction:${data.kind}:${data.status}`;
    }
    case 'QUOTE': {
      const { data } = quote.safeParse(after);
      if (data === undefined) return undefined;
      if (after.usedBy !== before?.usedBy) return `quote:${data.kind}:USED`;
      return before === undefined ? `quote:${data.kind}:LOCKED` : undefined;
    }
    case 'KYC': {
      const { data } = decision.safeParse(after);
      return data === undefined || data.status === before?.status ? undefined : `verification:${data.status}`;
    }
    case 'PERSON': {
      const { data } = declaration.safeParse(after.declaration);
      const { data: earlier } = declaration.safeParse(before?.declaration);
      if (data === undefined || (data.id === earlier?.id && data.status === earlier.status)) return undefined;
      if (data.status === 'SIGNED') return 'signature:SIGNED';
      return data.id === earlier?.id ? undefined : 'signature:REQUESTED';
    }
    default:
      return undefined;
  }
}
