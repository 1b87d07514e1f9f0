/** Operations with an idempotency key: a repeated request returns the stored response (contract, Idempotency). */

import { Problem } from '#shared/api/problems';
import type { Contract } from '#shared/contract/define-contract';
import type { ResponseData } from '#shared/contract/response-schemas';
import { WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { IdempotencyRecordExists, writeAtomically } from '#shared/dynamodb/unit-of-work';
import type { Operation, Reply, Request } from '#shared/handlers/partner-endpoint';
import type { oneAtATime } from '#shared/http/idempotency/one-at-a-time';
import type { PrefetchedRecord, RecordData, Recorded, ResponseSeal } from '#shared/http/idempotency/recorded-response';
import {
  findRecord,
  findReplay,
  type IdempotencyRecord,
  type IdempotencyScope,
  storeResponse,
} from '#shared/http/idempotency/repository';
import { type DataReply, successBody } from '#shared/http/responses';
import { crashPoint } from '#shared/platform/observability/crash-point';

type Data<C extends Contract> = ResponseData<C['response']>;
export type RecordResponse<C extends Contract> = RecordData<Data<C>>;

/** Hides parts of a response, such as a link, in the stored record, and restores these parts for a replayed response. */
export interface UnstoredPart<C extends Contract> {
  hide(data: Data<C>): Data<C>;
  show(data: Data<C>, request: Request<C>): Promise<Data<C>>;
}

export interface IdempotencyOptions<C extends Contract> {
  readonly contract: C;
  /**
   * Checks the access before the stored response is read. Returns the id of the idempotency key's owner, for example a user.
   * @default no owner: the key belongs to the partner
   */
  readonly owner?: (request: Request<C>) => Promise<string | undefined>;
  /**
   * Serializes requests with the same key. Required for an operation with several writes. @default not serialized, because one
   * write stores the effect and the response together
   */
  readonly exclusion?: typeof oneAtATime;
  /**
   * True if the operation itself reads the stored response and replays this response. @default the stored response is read before
   * the operation
   */
  readonly readsRecord?: boolean;
  /** Encrypts the stored response. @default the response is stored unencrypted */
  readonly seal?: ResponseSeal;
  /** @default the whole response is stored */
  readonly unstored?: UnstoredPart<C>;
}

/**
 * Adds an idempotency key to an operation. One write stores both the effect and the response (docs/adr/016). Of several
 * concurrent equal requests, only one has an effect, and all return the same response.
 */
export function idempotent<C extends Contract>(
  options: IdempotencyOptions<C>,
  operation: (
    request: Request<C>,
    record: RecordResponse<C>,
    prefetched: PrefetchedRecord<Data<C>>,
  ) => Promise<Reply<C>>,
): Operation<C> {
  return async (request) => {
    if (request.idempotency === undefined) return operation(request, unrecorded, noRecord);
    const userId = await options.owner?.(request);
    const scope: IdempotencyScope = { ...request.idempotency, partnerId: request.caller.partnerId, userId };
    const stored = new StoredResponses(options, scope, request);
    const find = () => stored.find();
    const replay = options.readsRecord === true ? undefined : await find();
    const other = replay ?? (await options.exclusion?.(scope, find));
    if (other !== undefined) return other;
    try {
      let reply = await operation(request, (data) => stored.record(data), stored);
      if ('data' in reply && reply.replayed === undefined) {
        const recorded = await stored.record(reply.data);
        await writeAtomically(recorded.writes);
        reply = recorded.reply;
      }
      crashPoint('api.afterTx');
      return reply;
    } catch (error) {
      const equal = await stored.findEqualResponse(error);
      if (equal === undefined) throw error;
      return equal;
    }
  };
}

/** Returns the response without a record, for a request without a key or an operation without idempotency. */
export async function unrecorded<Data>(data: Data): Promise<Recorded<DataReply<Data>>> {
  return { writes: [], reply: { data } };
}

const noRecord = { scope: undefined, replay: async () => undefined };

/** Reads and stores the response of one idempotency key. */
class StoredResponses<C extends Contract> implements PrefetchedRecord<Data<C>> {
  constructor(
    private readonly options: IdempotencyOptions<C>,
    readonly scope: IdempotencyScope,
    private readonly request: Request<C>,
  ) {}

  /** Returns the stored response, if any. @throws Problem if the key was used for another request */
  async find(): Promise<DataReply<Data<C>> | undefined> {
    return this.replay(await findRecord(this.scope));
  }

  async record(data: Data<C>): Promise<Recorded<DataReply<Data<C>>>> {
    const { seal, unstored } = this.options;
    const text = successBody(unstored?.hide(data) ?? data);
    const sealed = (await seal?.seal(text, this.scope)) ?? text;
    crashPoint('api.beforeTx');
    return { writes: [storeResponse(this.scope, sealed, this.request.nowMs)], reply: { data, replayed: false } };
  }

  /** Returns the stored response of a concurrent equal request, if any. That request may have caused this request's error. */
  async findEqualResponse(error: unknown): Promise<Reply<C> | undefined> {
    if (error instanceof IdempotencyRecordExists) return this.replay(error.record);
    if (error instanceof Problem || error instanceof WriteContention) return this.find();
    return undefined;
  }

  async replay(record: IdempotencyRecord | undefined): Promise<DataReply<Data<C>> | undefined> {
    const sealed = findReplay(this.scope, record, this.request.nowMs);
    if (sealed === undefined) return undefined;
    const { seal, unstored } = this.options;
    // This operation stored the data, so the data has the type `Data<C>`. `JSON.parse` keeps the order of the fields, so the
    // replayed response is byte-identical.
    const { data }: { data: Data<C> } = JSON.parse((await seal?.open(sealed, this.scope)) ?? sealed);
    return { data: (await unstored?.show(data, this.request)) ?? data, replayed: true };
  }
}
