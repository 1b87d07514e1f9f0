import type { Change, ChangePage } from './generated/openapi.js';
import { checkNumber, checkObject } from './given.js';
import type { ListingOf, Query } from './operation-types.js';
import { MAX_TIMER_MS, type RequestOptions } from './options.js';
import { pause } from './pause.js';
import { Resource } from './resource.js';

/** Options of `follow`. */
export interface FollowOptions extends RequestOptions {
  /** Pause before the next request if the feed contained no new changes, in milliseconds. @default 5000 */
  readonly pollIntervalMs?: number;
}

const POLL_INTERVAL_MS = 5_000;

/** An endless sequence of changes: iterate over it to get each change. `pages()` also returns the cursors for a restart. */
export interface ChangeFeed extends AsyncIterable<Change> {
  /** Pages that contain changes. Store `nextCursor` after you process a page, and start with this cursor after a restart. */
  pages(): AsyncIterable<ChangePage>;
}

/** Base class of the resources with a change feed. The method `list` reads the feed. */
export abstract class FollowedChanges extends Resource {
  abstract list(query?: Query<'listChanges'>, options?: RequestOptions): ListingOf<'listChanges'>;

  /**
   * Follows the feed until `signal` is aborted; then the loop ends without an error. If the loop throws an error, start again
   * with your stored cursor.
   * @throws TypeError for an invalid `pollIntervalMs`
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
