import * as z from 'zod/mini';
import { uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getCapabilities',
  query: z.object({ userId: z.optional(uuid) }),
  tagged: true,
  response: 'Capabilities',
});
