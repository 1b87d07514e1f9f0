import type { Change, ChangePage } from './generated/openapi.js';
import { checkNumber, checkObject } from './given.js';
import type { ListingOf, Query } from './operation-types.js';
import { MAX_TIMER_MS, type RequestOptions } from './options.js';
import { pause } from './pause.js';
import { Resource } from './resource.js';

/** Options of following the feed. */
export interface FollowOptions extends RequestOptions {
  /**
   * Pause before the feed is asked again when there was nothing new, in milliseconds.
   * @default 5000
   */
  readonly pollIntervalMs?: number;
}

const POLL_INTERVAL_MS = 5_000;

/** Changes as they come, without an end. Iterated, it is each change; `pages()` tells where to go on after a restart. */
export interface ChangeFeed extends AsyncIterable<Change> {
  /** Pages that hold changes. Store `nextCursor` once a page is handled, and begin with it next time. */
  pages(): AsyncIterable<ChangePage>;
}

/** Follows the lists of changes that the resource reads. */
export abstract class FollowedChanges extends Resource {
  abstract list(query?: Query<'listChanges'>, options?: RequestOptions): ListingOf<'listChanges'>;

  /**
   * Follows the feed until `signal` is aborted, which ends the loop without an error. It throws as every call does when an
   * response does not come in spite of all repetitions: begin again with the cursor that you have stored.
   * @throws TypeError for a `pollIntervalMs` that is not a number from 1 to 2147483647
   */
  follow(query: Query<'listChanges'> = {}, options: FollowOptions = {}): ChangeFeed {
    checkObject('options', options);
    const { pollIntervalMs = POLL_INTERVAL_MS } = options;
    checkNumber('pollIntervalMs', pollIntervalMs, { min: 1, max: MAX_TIMER_MS });
    const pages = () => this.#follow(query, options);
    return {
      pages,
      async *[Symbol.asyncIterator]() {
        for await (const page of pages()) yield* page.data;
      },
    };
  }

  async *#follow(query: Query<'listChanges'>, options: FollowOptions): AsyncGenerator<ChangePage, void, undefined> {
    const { pollIntervalMs = POLL_INTERVAL_MS, ...request } = options;
    const { from: _, ...filters } = query;
    let { cursor } = query;
    while (true) {
      try {
        const nextQuery = cursor === undefined ? query : { ...filters, cursor };
        for await (const page of this.list(nextQuery, request).pages()) {
          cursor = page.nextCursor;
          if (page.data.length > 0) yield page;
        }
        await pause(pollIntervalMs, request.signal);
      } catch (error) {
        if (request.signal?.aborted) return;
        throw error;
      }
    }
  }
}
