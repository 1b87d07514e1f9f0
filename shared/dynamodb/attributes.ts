import * as z from 'zod/mini';

/** An attribute that an item may lack: it is read as `undefined`. */
// @__NO_SIDE_EFFECTS__
export function maybe<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniType<z.output<Schema> | undefined> {
  return z.optional(schema);
}

/** A list that an item may lack: it is read as an empty one. */
// @__NO_SIDE_EFFECTS__
export function listOf<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.optional(z.array(schema)),
    z.transform((list) => list ?? []),
  );
}
