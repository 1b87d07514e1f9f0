import type {
  BatchGetItemCommandInput,
  GetItemCommandInput,
  QueryCommandInput,
  TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { RecordedCall } from '../stack/recording-proxy';

const getItem = z.object({ operation: z.literal('GetItem'), body: z.custom<GetItemCommandInput>() });
const query = z.object({ operation: z.literal('Query'), body: z.custom<QueryCommandInput>() });
const batchGet = z.object({
  operation: z.literal('BatchGetItem'),
  body: z.custom<BatchGetItemCommandInput>(),
});
const transactWrite = z.object({
  operation: z.literal('TransactWriteItems'),
  body: z.custom<TransactWriteItemsCommandInput>(),
});
const read = z.discriminatedUnion('operation', [getItem, query, batchGet]);

export type Read = z.infer<typeof read>;

/** What the bare server does for a request: the calls that the service was seen to make for it. */
export const planShape = z.object({
  create: z.object({
    read: batchGet,
    write: transactWrite,
    /** What of the recorded write belongs to that one request: another one has its own. */
    transactionId: z.string(),
    notificationId: z.string(),
    idempotencyDigest: z.string(),
    answer: z.string(),
  }),
  /** Calls of one wave are made at the same time. */
  get: z.array(z.array(read)),
  list: z.array(z.array(read)),
});

export type Plan = z.infer<typeof planShape>;

const createCalls = z.tuple([batchGet, transactWrite]);

/** The plan of a creation from its recorded calls. @throws Error when they are not one read and one write */
export function creationPlan(calls: readonly RecordedCall[], answer: string): Plan['create'] {
  const [readCall, writeCall] = createCalls.parse(calls);
  const items = (writeCall.body.TransactItems ?? []).map(({ Put }) => Put?.Item ?? {});
  const attribute = (entity: string, name: string): string => {
    const value = items.find((item) => item.entity?.S === entity)?.[name]?.S;
    if (value === undefined) throw new Error(`A creation writes no ${entity} with ${name}`);
    return value;
  };
  return {
    read: readCall,
    write: writeCall,
    transactionId: attribute('TX', 'id'),
    notificationId: attribute('NTF', 'id'),
    idempotencyDigest: attribute('IDEMPOTENCY', 'SK'),
    answer,
  };
}

/** The plan of a read from its recorded calls. */
export function readPlan(calls: readonly RecordedCall[]): Read[][] {
  const last = Math.max(...calls.map(({ wave }) => wave));
  return Array.from({ length: last }, (_, index) =>
    calls.filter(({ wave }) => wave === index + 1).map((call) => read.parse(call)),
  );
}
