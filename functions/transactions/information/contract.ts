import * as z from 'zod/mini';
import { idPath, text } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { SHOWN_URL } from '#shared/partners/domain/branding';

/** Maximum number of items in one request: a hold requests at most this many fields. */
const MAX_ITEMS = 20;

/** URL of at most 4096 characters, because pre-signed URLs are long. */
const httpsUrl = z.string().check(z.maxLength(4096), z.regex(SHOWN_URL, 'Must be an https URL'));

const item = z
  .object({
    field: text.check(z.maxLength(64)),
    value: z.optional(text),
    fileUrl: z.optional(httpsUrl),
  })
  .check(
    z.refine(({ value, fileUrl }) => (value === undefined) !== (fileUrl === undefined), {
      path: ['value'],
      error: 'Provide exactly one of value and fileUrl',
    }),
  );

export const contract = defineContract({
  id: 'provideInformation',
  params: idPath,
  body: z.object({ items: z.array(item).check(z.minLength(1), z.maxLength(MAX_ITEMS)) }),
  idempotent: true,
  response: 'TransactionItem',
  errors: ['TRANSACTION_NOT_FOUND', 'CONFLICT'],
});
