import type { AwsCall, WireAnswer } from './calls';
import { jsonListing, type ListedItem, type Listing, xmlListing } from './listing';
import { type List, listOf } from './lists';

/** Items of a list that are left after its first pages. */
interface Rest {
  readonly items: readonly ListedItem[];
  readonly listing: Listing;
  readonly answer: WireAnswer;
  /** Items of each of its pages, where these do not differ. */
  readonly pageSize?: number;
}

/** Cuts lists into pages, and keeps what is left of each until its token comes back. */
export class Pages {
  readonly #rests = new Map<string, Rest>();
  #count = 0;

  /** The next page of a list that was begun here. @returns undefined where the call does not ask for one */
  next(call: AwsCall, size: number): WireAnswer | undefined {
    const list = listOf(call);
    const token = list && call.parameters.get(list.takes);
    const rest = token && this.#rests.get(`${call.operation} ${token}`);
    return list && rest ? this.#page(list, rest, size) : undefined;
  }

  /**
   * The first page of a list, of what the cloud behind has answered.
   * @param isVisible whether an item is seen yet
   * @returns the answer as it was where it has no list
   */
  first(call: AwsCall, answer: WireAnswer, size: number, isVisible: (item: ListedItem) => boolean): WireAnswer {
    const list = listOf(call);
    if (list === undefined || answer.status !== 200) return answer;
    const read = call.protocol === 'json' || call.protocol === 'rest-json' ? jsonListing : xmlListing;
    const listing = read(answer.body, list);
    if (listing === undefined) return answer;
    const items = listing.items.filter(isVisible);
    const rest = { items, listing, answer };
    return this.#page(list, list.isOfRecords ? { ...rest, pageSize: Math.ceil(items.length / 3) } : rest, size);
  }

  #page(list: List, rest: Rest, size: number): WireAnswer {
    const { items, listing, answer, pageSize = size } = rest;
    const [page, left] = [items.slice(0, pageSize), items.slice(pageSize)];
    const token = left.length === 0 ? listing.token : this.#token(list, page);
    if (left.length > 0 && token !== undefined) this.#rests.set(`${list.operation} ${token}`, { ...rest, items: left });
    // The checksum is that of the whole list.
    const { 'x-amz-crc32': _, ...headers } = answer.headers;
    return { ...answer, headers, body: listing.with(page, token) };
  }

  #token(list: List, page: readonly ListedItem[]): string {
    if (list.tokenIs === 'last') return String(JSON.parse(page.at(-1)?.text ?? '""'));
    this.#count += 1;
    return `unkind-page-${this.#count}`;
  }
}
