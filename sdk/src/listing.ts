import { RampPromise, type RampResponse } from './ramp-promise.js';

/** A page of a list or of the change feed. */
export interface Paged<I> {
  readonly data: readonly I[];
  readonly nextCursor?: string | undefined;
}

export function isPage(value: unknown): value is Paged<unknown> {
  return typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
}

/**
 * A list. Awaited, it is its first page; iterated, it is every item of that page and of all that follow, which are read as
 * the loop comes to them.
 */
export class Listing<P extends Paged<I>, I> extends RampPromise<P> implements AsyncIterable<I> {
  readonly #readPage: (cursor: string) => PromiseLike<P>;
  readonly #start: string | undefined;

  /** @param start the cursor that the first page was read with, if any */
  constructor(firstPage: Promise<RampResponse<P>>, readPage: (cursor: string) => PromiseLike<P>, start?: string) {
    super(firstPage);
    this.#readPage = readPage;
    this.#start = start;
  }

  /** Every page, the first one included. `nextCursor` of a page is where a later call can go on. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let page: P = await this;
    let cursor = this.#start;
    // A list ends with a page without a cursor. The feed always has one: it ends when the cursor stays the same.
    while (true) {
      yield page;
      if (page.nextCursor === undefined || page.nextCursor === cursor) return;
      cursor = page.nextCursor;
      page = await this.#readPage(cursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<I, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}
