import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { newTestNotification } from '#shared/webhooks/new-test-notification';
import { nextPartnerSequence, notificationItemWrites } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { contract } from './contract';

/** Sends a test event to the first endpoint, whatever `eventTypes` says. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract }, async ({ caller, nowMs }, record) => {
    const { partnerId } = caller;
    const [sequence, { url }] = await Promise.all([nextPartnerSequence(partnerId), readOwnSettings(caller)]);
    const notification = newTestNotification({ partnerId, sequence }, { deliver: url !== null }, nowMs);
    const answer = await record(toNotificationResponse(notification));
    await writeAtomically([...notificationItemWrites(notification), ...answer.writes]);
    return answer.reply;
  }),
);
