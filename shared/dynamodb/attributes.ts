import * as z from 'zod/mini';

/** Schema of an optional attribute. A missing attribute is read as `undefined`. */
// @__NO_SIDE_EFFECTS__
export function maybe<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniType<z.output<Schema> | undefined> {
  return z.optional(schema);
}

/** Schema of an optional list. A missing list is read as an empty list. */
// @__NO_SIDE_EFFECTS__
export function listOf<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.optional(z.array(schema)),
    z.transform((list) => list ?? []),
  );
}
