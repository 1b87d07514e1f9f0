import * as z from 'zod/mini';
import { id, timestamp } from '#shared/api/response-schemas/common';
import { changeTypes } from './domain/change-type';

export const Change = z.strictObject({
  type: z.enum(changeTypes),
  id,
  version: z.int(),
  at: timestamp,
  resource: z.record(z.string(), z.unknown()),
});

export const ChangePage = z.strictObject({ data: z.array(Change), nextCursor: z.string() });
