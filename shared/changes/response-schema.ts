import * as z from 'zod/mini';
import { id, listOf, shownText, timestamp, wholeNumber } from '#shared/api/response-schemas/common';
import { changeTypes } from './domain/change-type';

export const Change = z.strictObject({
  type: z.enum(changeTypes),
  id,
  version: wholeNumber,
  at: timestamp,
  resource: z.record(shownText, z.unknown()),
});

export const ChangePage = z.strictObject({ data: listOf(Change), nextCursor: shownText });
