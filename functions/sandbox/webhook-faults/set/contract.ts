import * as z from 'zod/mini';
import { share } from '#shared/api/number-fields';
import { defineContract } from '#shared/contract/define-contract';
import { faultModes } from '#shared/webhooks/domain/fault-injection';

export const contract = defineContract({
  id: 'setWebhookFaults',
  stages: 'sandbox',
  body: z.object({ mode: z.enum(faultModes), rate: z._default(share, 1) }),
  response: 'WebhookFaults',
});
