import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { newTestNotification, nextPartnerSequence, notificationItemWrites } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { contract } from './contract';

/** Sends a test event to the default endpoint, regardless of `eventTypes`. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract }, async ({ caller, nowMs }, record) => {
    const [sequence, { endpoint }] = await Promise.all([
      nextPartnerSequence(caller.partnerId),
      readDefaultEndpoint(caller),
    ]);
    const notification = newTestNotification(endpoint, sequence, nowMs);
    const recorded = await record(toNotificationResponse(notification));
    await writeAtomically([...notificationItemWrites(notification), ...recorded.writes]);
    return recorded.reply;
  }),
);
