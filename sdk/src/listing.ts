import { RampPromise, type RampResponse } from './ramp-promise.js';

/** A page of a list or of the change feed. */
export interface Paged<I> {
  readonly data: readonly I[];
  readonly nextCursor?: string | undefined;
}

export function isPage(value: unknown): value is Paged<unknown> {
  return typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
}

/** A list. `await` returns the first page. A `for await` loop returns all items, and reads further pages when necessary. */
export class Listing<P extends Paged<I>, I> extends RampPromise<P> implements AsyncIterable<I> {
  readonly #readPage: (cursor: string) => PromiseLike<P>;
  readonly #start: string | undefined;

  /** @param start the cursor of the first page's request, if any */
  constructor(firstPage: Promise<RampResponse<P>>, readPage: (cursor: string) => PromiseLike<P>, start?: string) {
    super(firstPage);
    this.#readPage = readPage;
    this.#start = start;
  }

  /** Returns all pages, including the first page. Store a page's `nextCursor` to continue after that page in a later call. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let page: P = await this;
    let cursor = this.#start;
    // The last page of a list has no cursor. The change feed always returns a cursor: at its end, the cursor does not change.
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
