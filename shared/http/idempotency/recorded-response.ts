/** Responses that an idempotency key replays, as operations and their handlers hand them to each other. */
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import type { DataReply } from '#shared/http/responses';
import type { IdempotencyRecord, IdempotencyScope } from './repository';

/** Keeps a response unreadable in the table, for responses that show a secret or a link. */
export interface ResponseSeal {
  seal(text: string, scope: IdempotencyScope): Promise<string>;
  open(sealed: string, scope: IdempotencyScope): Promise<string>;
}

/** A response with the writes that store it for replays. */
export interface Recorded<R> {
  /** Appended to the operation's write; empty if the request has no key. */
  readonly writes: readonly PendingWrite[];
  /** The operation's response after the write. */
  readonly reply: R;
}

/**
 * Prepares the response of an operation before its write. An operation that finds nothing to write returns its data, and
 * the response is then stored by itself.
 */
export type RecordData<Data> = (data: Data) => Promise<Recorded<DataReply<Data>>>;

/** The idempotency record of a request, for operations that read it together with other items. */
export interface PrefetchedRecord<Data> {
  /** Partner, operation and key of the record; `undefined` if the request has no idempotency key. */
  readonly scope: IdempotencyScope | undefined;
  /** The response that the item holds, if any. @throws Problem if the key was used for another request */
  replay(item: IdempotencyRecord | undefined): Promise<DataReply<Data> | undefined>;
}
