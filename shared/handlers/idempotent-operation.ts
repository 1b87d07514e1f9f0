/** Operations whose response is replayed by an idempotency key (contract, Idempotency). */

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

/** The part of a response that its stored record leaves out, such as a link. */
export interface UnstoredPart<C extends Contract> {
  hide(data: Data<C>): Data<C>;
  show(data: Data<C>, request: Request<C>): Promise<Data<C>>;
}

export interface IdempotencyOptions<C extends Contract> {
  readonly contract: C;
  /** Checks the access and returns the user that the request is about, if any. The key belongs to that user and is read
   * only then; what is stored for a user is deleted with the user. @default no user: the key belongs to the partner
   */
  readonly owner?: (request: Request<C>) => Promise<string | undefined>;
  /** Set for an effect of several writes. @default one write, which includes the record */
  readonly exclusion?: typeof oneAtATime;
  /** The operation reads the record and replays it. @default the record is read before the operation */
  readonly readsRecord?: boolean;
  /** @default the response is stored unsealed */
  readonly seal?: ResponseSeal;
  /** @default the whole response is stored */
  readonly unstored?: UnstoredPart<C>;
}

/**
 * An operation that takes an idempotency key. The record of the response is part of the operation's own write, so that
 * there is no effect without a record and no record without an effect. Of equal requests at once one has its effect, and
 * all get its response. Without a key nothing more is read or written.
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

/** The response of a request without a key, or of an operation that takes none: nothing is stored for it. */
export async function unrecorded<Data>(data: Data): Promise<Recorded<DataReply<Data>>> {
  return { writes: [], reply: { data } };
}

const noRecord = { scope: undefined, replay: async () => undefined };

/** The stored response of one key. */
class StoredResponses<C extends Contract> implements PrefetchedRecord<Data<C>> {
  constructor(
    private readonly options: IdempotencyOptions<C>,
    readonly scope: IdempotencyScope,
    private readonly request: Request<C>,
  ) {}

  /** The stored response, if there is one. @throws Problem if the key was used for another request */
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

  /** The response of an equal request that was committed first, if any: that request may be the reason why this one was
   * refused.
   */
  async findEqualResponse(error: unknown): Promise<Reply<C> | undefined> {
    if (error instanceof IdempotencyRecordExists) return this.replay(error.record);
    if (error instanceof Problem || error instanceof WriteContention) return this.find();
    return undefined;
  }

  async replay(record: IdempotencyRecord | undefined): Promise<DataReply<Data<C>> | undefined> {
    const sealed = findReplay(this.scope, record, this.request.nowMs);
    if (sealed === undefined) return undefined;
    const { seal, unstored } = this.options;
    // The same operation stored it. Members keep their order, so that the response is equal to the byte.
    const { data }: { data: Data<C> } = JSON.parse((await seal?.open(sealed, this.scope)) ?? sealed);
    return { data: (await unstored?.show(data, this.request)) ?? data, replayed: true };
  }
}
