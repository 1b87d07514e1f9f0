import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { decodeStreamImage, readPartition } from '#shared/changes/stream/item';
import { repeatFromLowest, streamPosition } from '#shared/dynamodb/stream-position';
import type { AuditCopy, storeAuditCopy } from '#shared/partners/audit/copies/repository';
import { logError } from '#shared/platform/observability/log';
import { metric } from '#shared/platform/observability/metric';

/** Tells whether a record is about what operators leave: an audit record or an approval. */
export function isAudit(record: DynamoDBRecord): boolean {
  return /^(AUDIT|APPROVAL)#/.test(readPartition(record) ?? '');
}

/** Tells whether a record is copied: what operators leave, and what nobody does to the journal. */
function isCopied(record: DynamoDBRecord): boolean {
  return isAudit(record) || (readPartition(record)?.startsWith('JOURNAL#') === true && record.eventName !== 'INSERT');
}

/**
 * Copies each write of an audit record or an approval to where operators cannot write, and each change of an entry of the journal. The
 * stream repeats from the first copy that could not be stored.
 * @param store keeps a copy, once
 */
export async function copyAudit(
  store: typeof storeAuditCopy,
  records: readonly DynamoDBRecord[],
  nowMs: number,
): Promise<DynamoDBBatchResponse> {
  const failed = await Promise.all(
    records.filter(isCopied).map(async (record) => {
      const copy = toCopy(record, nowMs);
      if (copy === undefined) return [];
      try {
        const isNew = await store(copy);
        // An approval is decided; nothing else of these is ever written twice.
        if (isNew && copy.change !== 'INSERT' && !copy.of.PK.startsWith('APPROVAL#')) {
          metric('auditChanged', 1);
          logError('What is never changed was changed', new Error(copy.change), { worker: 'projectChanges' });
        }
        return [];
      } catch (error) {
        logError('An audit record could not be copied', error, { worker: 'projectChanges' });
        return [record.dynamodb?.SequenceNumber ?? ''];
      }
    }),
  );
  return repeatFromLowest(failed.flat());
}

function toCopy({ eventName: change, dynamodb, eventSourceARN }: DynamoDBRecord, nowMs: number): AuditCopy | undefined {
  const { SequenceNumber: sequence, NewImage, OldImage, Keys, ApproximateCreationDateTime: atS } = dynamodb ?? {};
  const [PK, SK] = [Keys?.PK?.S, Keys?.SK?.S];
  // Of the journal the content before a change is kept: its entries themselves are not copied.
  const image = PK?.startsWith('JOURNAL#') ? (OldImage ?? NewImage) : (NewImage ?? OldImage);
  if (sequence === undefined || change === undefined || PK === undefined || SK === undefined || image === undefined)
    return undefined;
  const position = streamPosition(eventSourceARN, sequence);
  return {
    of: { PK, SK },
    change,
    position,
    atMs: atS === undefined ? nowMs : atS * 1000,
    image: decodeStreamImage(image),
  };
}
