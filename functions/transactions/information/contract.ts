import * as z from 'zod/mini';
import { idPath, text, urlText } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

/** More than any hold asks for. */
const MAX_ITEMS = 20;

const httpsUrl = urlText.check(z.refine(isHttpsUrl, 'Must be an https URL'));

function isHttpsUrl(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}

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
