/** Operations whose answer can be asked for again by an idempotency key (contract, Idempotency). */

import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#shared/api/problems';
import type { ResponseData } from '#shared/api/response-schemas';
import { WriteContention } from '#shared/dynamodb/errors';
import { IdempotencyRecordExists, type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import type { Contract } from '#shared/http/contract';
import type { Operation, Reply, Request } from '#shared/http/partner-endpoint';
import { successBody } from '#shared/http/responses';
import { nowMs } from '#shared/platform/config/clock';
import { crashPoint } from '#shared/platform/observability/crash-point';
import {
  acquireWorkLease,
  findRecord,
  findReplay,
  type IdempotencyRecord,
  type IdempotencyScope,
  storeResponse,
} from './repository';

/** Keeps an answer unreadable in the table, for answers that show a secret or a link. */
export interface ResponseSeal {
  seal(text: string, scope: IdempotencyScope): Promise<string>;
  open(sealed: string, scope: IdempotencyScope): Promise<string>;
}

/** An answer with what has to be written for it to be replayed. */
export interface Recorded<R> {
  /** Appended to the operation's write; empty where the request has no key. */
  readonly writes: readonly PendingWrite[];
  /** The operation's answer after the write. */
  readonly reply: R;
}

export type RecordedResponse<C extends Contract> = Recorded<Reply<C>>;

/**
 * Prepares the answer of an operation before its write. An operation that finds nothing to write answers with its
 * data, and the answer is then stored by itself.
 */
export type RecordResponse<C extends Contract> = (data: ResponseData<C['response']>) => Promise<RecordedResponse<C>>;

export interface IdempotencyOptions<C extends Contract> {
  readonly contract: C;
  /** Checks the access and returns the user that the request is about, if any. The key belongs to that user and is read
   * only then; what is stored for a user is deleted with the user. @default no user: the key belongs to the partner
   */
  readonly owner?: (request: Request<C>) => Promise<string | undefined>;
  /**
   * The effect is many writes, each repeatable by itself: of equal requests at once one does the work and the others wait
   * for its answer. @default one write, which the record is part of
   */
  readonly manyWrites?: boolean;
  /** @default the answer is stored as it is */
  readonly seal?: ResponseSeal;
}

/**
 * An operation that takes an idempotency key. The record of the answer is part of the operation's own write, so that
 * there is no effect without a record and no record without an effect. Of equal requests at once one has its effect, and
 * all get its answer. Without a key nothing more is read or written.
 */
export function idempotent<C extends Contract>(
  options: IdempotencyOptions<C>,
  operation: (request: Request<C>, record: RecordResponse<C>) => Promise<Reply<C>>,
): Operation<C> {
  return async (request) => {
    const { idempotency, caller } = request;
    if (idempotency === undefined) return operation(request, unrecorded);
    const userId = await options.owner?.(request);
    const scope: IdempotencyScope = { ...idempotency, partnerId: caller.partnerId, userId };
    const stored = new StoredResponses(options, scope, request.nowMs);
    const replay = await stored.find();
    if (replay !== undefined) return replay;
    if (options.manyWrites === true && !(await acquireWorkLease(scope, nowMs()))) return stored.wait();
    try {
      let reply = await operation(request, (data) => stored.record(data));
      if ('data' in reply) {
        const recorded = await stored.record(reply.data);
        await writeAtomically(recorded.writes);
        reply = recorded.reply;
      }
      crashPoint('api.afterTx');
      return reply;
    } catch (error) {
      const other = await stored.findEqualResponse(error);
      if (other === undefined) throw error;
      return other;
    }
  };
}

/** The answer of a request without a key, or of an operation that takes none: nothing is stored for it. */
export async function unrecorded<Data>(data: Data): Promise<Recorded<{ readonly data: Data }>> {
  return { writes: [], reply: { data } };
}

/** Reads of another request's answer, and the time between them: ten seconds in all. */
const MAX_POLLS = 40;
const POLL_INTERVAL_MS = 250;

/** The stored answer of one key. */
class StoredResponses<C extends Contract> {
  constructor(
    private readonly options: IdempotencyOptions<C>,
    private readonly scope: IdempotencyScope,
    private readonly nowMs: number,
  ) {}

  /** The stored answer, if there is one. @throws Problem when the key was used for another request */
  async find(): Promise<Reply<C> | undefined> {
    return this.replay(await findRecord(this.scope));
  }

  /** The answer of the request that does the work. @throws WriteContention when it does not come in time */
  async wait(): Promise<Reply<C>> {
    for (let attempt = 1; attempt <= MAX_POLLS; attempt += 1) {
      await pause(POLL_INTERVAL_MS);
      const answer = await this.find();
      if (answer !== undefined) return answer;
    }
    throw new WriteContention('A request with the same key is still at work');
  }

  async record(data: ResponseData<C['response']>): Promise<RecordedResponse<C>> {
    const text = successBody(data);
    const { status } = this.options.contract;
    const sealed = (await this.options.seal?.seal(text, this.scope)) ?? text;
    crashPoint('api.beforeTx');
    return {
      writes: [storeResponse(this.scope, { status, text: sealed }, this.nowMs)],
      reply: { stored: { status, text }, replayed: false },
    };
  }

  /** The answer of an equal request that was committed first, if any: that request may be the reason why this one was
   * refused.
   */
  async findEqualResponse(error: unknown): Promise<Reply<C> | undefined> {
    if (error instanceof IdempotencyRecordExists) return this.replay(error.record);
    if (error instanceof Problem || error instanceof WriteContention) return this.find();
    return undefined;
  }

  private async replay(record: IdempotencyRecord | undefined): Promise<Reply<C> | undefined> {
    const found = findReplay(this.scope, record, this.nowMs);
    if (found === undefined) return undefined;
    const text = (await this.options.seal?.open(found.text, this.scope)) ?? found.text;
    return { stored: { status: found.status, text }, replayed: true };
  }
}
