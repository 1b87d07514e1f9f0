/** Operations whose answer can be asked for again by an idempotency key (contract, Idempotency). */

import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#shared/api/problems';
import type { Shape } from '#shared/api/shapes';
import { nowMs as clockMs } from '#shared/config/clock';
import {
  claimWork,
  findRecord,
  type IdempotencyScope,
  type StoredAnswer,
  storeAnswer,
} from '#shared/data/idempotency';
import {
  AnswerExists,
  type RawItem,
  type WriteAction,
  WriteContention,
  writeAtomically,
} from '#shared/data/table';
import type { Contract } from '#shared/http/contract';
import type { Operation, Reply, Request } from '#shared/http/edge';
import { successBody } from '#shared/http/responses';
import { crashPoint } from '#shared/observability/crash-point';
import { replayOf } from '#shared/operations/replay';

/** Keeps an answer unreadable in the table, for answers that show a secret or a link. */
export interface AnswerSeal {
  seal(text: string, scope: IdempotencyScope): Promise<string>;
  open(sealed: string, scope: IdempotencyScope): Promise<string>;
}

/** An answer with what has to be written for it to be replayed. */
export interface Recorded<R> {
  /** Goes at the end of the write that the answer is about; empty where the request has no key. */
  readonly writes: readonly WriteAction[];
  /** What the operation answers once the write is done. */
  readonly reply: R;
}

export type RecordedAnswer<C extends Contract> = Recorded<Reply<C>>;

/**
 * Prepares the answer of an operation before its write. An operation that finds nothing to write answers with its
 * data, and the answer is then stored by itself.
 */
export type RecordAnswer<C extends Contract> = (data: Shape<C['response']>) => Promise<RecordedAnswer<C>>;

export interface OnceTerms<C extends Contract> {
  readonly contract: C;
  /**
   * Checks whose the request is and returns the user that it is about, if there is one. A key counts for that user, and is
   * looked up only then; what is stored for a user is deleted with the user. @default no user: the key counts for the partner
   */
  readonly owner?: (request: Request<C>) => Promise<string | undefined>;
  /**
   * The effect is many writes, each repeatable by itself: of equal requests at once one does the work and the others wait
   * for its answer. @default one write, which the record is part of
   */
  readonly manyWrites?: boolean;
  /** @default the answer is stored as it is */
  readonly seal?: AnswerSeal;
}

/**
 * An operation that takes an idempotency key. The record of the answer is part of the operation's own write, so that
 * there is no effect without a record and no record without an effect. Of equal requests at once one has its effect, and
 * all get its answer. Without a key nothing is read or written besides.
 */
export function answerOnce<C extends Contract>(
  terms: OnceTerms<C>,
  operation: (request: Request<C>, record: RecordAnswer<C>) => Promise<Reply<C>>,
): Operation<C> {
  return async (request) => {
    const { idempotency, caller } = request;
    if (idempotency === undefined) return operation(request, withoutKey);
    const userId = await terms.owner?.(request);
    const scope: IdempotencyScope = { ...idempotency, partnerId: caller.partnerId, userId };
    const stored = new StoredAnswers(terms, scope, request.nowMs);
    const replay = await stored.find();
    if (replay !== undefined) return replay;
    if (terms.manyWrites === true && !(await mayWork(scope))) return stored.wait();
    try {
      const reply = await operation(request, (data) => stored.record(data));
      if (!('data' in reply)) {
        crashPoint('api.afterTx');
        return reply;
      }
      const alone = await stored.record(reply.data);
      await writeAtomically(alone.writes);
      crashPoint('api.afterTx');
      return alone.reply;
    } catch (error) {
      const other = await stored.answerInstead(error);
      if (other === undefined) throw error;
      return other;
    }
  };
}

/** Longer than a request takes: the gateway waits for 14.5 s. */
const WORK_MS = 15_000;

const mayWork = (scope: IdempotencyScope) => claimWork(scope, clockMs(), clockMs() + WORK_MS);

/** The answer of a request without a key, or of an operation that takes none: nothing is stored for it. */
export async function withoutKey<Data>(data: Data): Promise<Recorded<{ readonly data: Data }>> {
  return { writes: [], reply: { data } };
}

/** Looks for the answer of another request, and the time between them: ten seconds in all. */
const WAITS = 40;
const WAIT_MS = 250;

/** The stored answer of one key. */
class StoredAnswers<C extends Contract> {
  constructor(
    private readonly terms: OnceTerms<C>,
    private readonly scope: IdempotencyScope,
    private readonly nowMs: number,
  ) {}

  /** The replay of what is on record, if anything is. @throws Problem when the key was used for another request */
  async find(): Promise<Reply<C> | undefined> {
    return this.replay(await findRecord(this.scope));
  }

  /** The answer of the request that does the work. @throws WriteContention when it does not come in time */
  async wait(): Promise<Reply<C>> {
    for (let attempt = 1; attempt <= WAITS; attempt += 1) {
      await pause(WAIT_MS);
      const answer = await this.find();
      if (answer !== undefined) return answer;
    }
    throw new WriteContention('A request with the same key is still at work');
  }

  async record(data: Shape<C['response']>): Promise<RecordedAnswer<C>> {
    const text = successBody(data);
    const { status } = this.terms.contract;
    const kept = (await this.terms.seal?.seal(text, this.scope)) ?? text;
    crashPoint('api.beforeTx');
    return {
      writes: [storeAnswer(this.scope, { status, text: kept }, this.nowMs)],
      reply: { stored: { status, text }, replayed: false },
    };
  }

  /**
   * The answer of an equal request that was faster, where one was: what refused this request may be what that one has
   * just done.
   */
  async answerInstead(error: unknown): Promise<Reply<C> | undefined> {
    if (error instanceof AnswerExists) return this.replay(error.record);
    if (error instanceof Problem || error instanceof WriteContention) return this.find();
    return undefined;
  }

  private async replay(record: RawItem | undefined): Promise<Reply<C> | undefined> {
    const found: StoredAnswer | undefined = replayOf(this.scope, record, this.nowMs);
    if (found === undefined) return undefined;
    const text = (await this.terms.seal?.open(found.text, this.scope)) ?? found.text;
    return { stored: { status: found.status, text }, replayed: true };
  }
}
