import * as z from 'zod/mini';
import { text } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { contrastViolation, HEX_COLOR } from '#shared/partners/domain/brand-color';
import { isShownUrl, MAX_DISPLAY_NAME } from '#shared/partners/domain/branding';
import { MAX_REDIRECT_URI } from '#shared/values/redirect-uri';
import { logoFile } from './logo-field';

/** `null` clears a field. */
const clearable = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

const color = z.string().check(
  z.toLowerCase(),
  z.maxLength(7),
  z.regex(HEX_COLOR, 'Must be a colour such as #1b4fd8'),
  z.refine((value) => !HEX_COLOR.test(value) || contrastViolation(value) === undefined, {
    error: ({ input }) => contrastViolation(String(input)),
  }),
);

/** An https URL that the hosted pages show. */
export const shownUrl = z
  .string()
  .check(
    z.maxLength(MAX_REDIRECT_URI),
    z.refine(isShownUrl, 'Must be an https address without user name and password'),
  );

export const contract = defineContract({
  id: 'updateBranding',
  body: z.object({
    displayName: clearable(text.check(z.maxLength(MAX_DISPLAY_NAME))),
    color: clearable(color),
    helpUrl: clearable(shownUrl),
    privacyUrl: clearable(shownUrl),
    logo: clearable(logoFile),
  }),
  bodyOptional: true,
  carriesFile: true,
  response: 'Branding',
  errors: ['CONFLICT'],
});
