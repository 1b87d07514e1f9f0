import * as z from 'zod/mini';

/** What a benchmark asks of a program that it has started. */
export const questionShape = z.object({
  id: z.number(),
  operation: z.string(),
  value: z.optional(z.unknown()),
});
export type Question = z.infer<typeof questionShape>;

/** What the program answers: a value, or why there is none. */
export const replyShape = z.object({
  id: z.number(),
  value: z.optional(z.unknown()),
  error: z.optional(z.string()),
});
