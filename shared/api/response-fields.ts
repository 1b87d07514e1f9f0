import * as z from 'zod/mini';

export const id = z.uuid();
export const timestamp = z.iso.datetime({ precision: 3 });

/**
 * Text in a response. It can exceed the 1,000 characters of request text: pre-signed URLs and stored responses of webhook
 * endpoints can be longer.
 */
export const shownText = z.string().check(z.maxLength(4096));

/** A whole number from 0 to 2,147,483,647 (32-bit integer). */
export const wholeNumber = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** A list that a response contains completely. @param most maximum length, far above the length of real lists */
export function listOf<T extends z.ZodMiniType>(item: T, most = 1000) {
  return z.array(item).check(z.maxLength(most));
}

/** A page of items. @param most maximum number of items: the highest `limit`, or more for a list without paging */
export function pageSchema<T extends z.ZodMiniType>(item: T, most = 100) {
  return z.strictObject({
    count: wholeNumber,
    /** Always true if present; absent if `count` is exact. */
    countIsLowerBound: z.optional(z.boolean()),
    total: wholeNumber,
    data: listOf(item, most),
    nextCursor: z.optional(shownText),
  });
}
