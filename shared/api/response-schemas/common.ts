import * as z from 'zod/mini';

export const id = z.uuid();
export const timestamp = z.iso.datetime({ precision: 3 });

/** A page of items. */
export function pageSchema<T extends z.ZodMiniType>(item: T) {
  return z.strictObject({
    count: z.int(),
    /** Only ever true: absent where `count` is exact. */
    countIsLowerBound: z.optional(z.boolean()),
    total: z.int(),
    data: z.array(item),
    nextCursor: z.optional(z.string()),
  });
}
