/** Types for idempotent responses, shared by operations and their handlers. */
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import type { DataReply } from '#shared/http/responses';
import type { IdempotencyRecord, IdempotencyScope } from './repository';

/** Encrypts stored responses that contain a secret or a link. */
export interface ResponseSeal {
  seal(text: string, scope: IdempotencyScope): Promise<string>;
  open(sealed: string, scope: IdempotencyScope): Promise<string>;
}

/** Response with the writes that store the response for repeated requests. */
export interface Recorded<R> {
  /** Writes to add to the operation's writes; empty without an idempotency key. */
  readonly writes: readonly PendingWrite[];
  /** Response to return after the writes. */
  readonly reply: R;
}

/**
 * An operation calls this function before its writes, and adds the returned writes to its own. If the operation returns only the
 * data, the handler stores the response in a separate write.
 */
export type RecordData<Data> = (data: Data) => Promise<Recorded<DataReply<Data>>>;

/** Idempotency record of a request, for an operation that reads the record together with other items. */
export interface PrefetchedRecord<Data> {
  /** Partner, user, key and request hash of the record; `undefined` without an idempotency key. */
  readonly scope: IdempotencyScope | undefined;
  /** Returns the response in the item, if any. @throws Problem if the key was used for another request */
  replay(item: IdempotencyRecord | undefined): Promise<DataReply<Data> | undefined>;
}
