import * as z from 'zod/mini';
import { shownText, timestamp } from '#shared/api/response-fields';

export const Branding = z.strictObject({
  displayName: z.nullable(shownText),
  color: z.nullable(shownText),
  helpUrl: z.nullable(shownText),
  privacyUrl: z.nullable(shownText),
  logoUrl: z.nullable(shownText),
  updatedAt: z.nullable(timestamp),
});
