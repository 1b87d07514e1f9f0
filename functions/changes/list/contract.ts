import * as z from 'zod/mini';
import { instant, paging } from '#shared/api/fields';
import { changeTypes } from '#shared/changes/change-type';
import { defineContract } from '#shared/contract/define-contract';

const knownTypes = new Set<string>(changeTypes);

/** Types of changes, separated by commas. */
export const typeList = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => value.split(',').every((type) => knownTypes.has(type)),
        `Must be a list, separated by commas, of ${changeTypes.join(', ')}`,
      ),
    ),
  z.transform((value: string) => changeTypes.filter((type) => value.split(',').includes(type))),
);

export const contract = defineContract({
  id: 'listChanges',
  query: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(100))),
    from: z.optional(instant),
    limit: paging.limit,
    types: z.optional(typeList),
  }),
  response: 'ChangePage',
});
