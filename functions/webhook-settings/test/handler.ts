import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { testPayload } from '#shared/webhooks/domain/payload';
import { newNotificationItem, nextPartnerSequence, notificationItemWrites } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { findWebhookSettings, shouldDeliver } from '#shared/webhooks/settings/repository';
import { contract } from './contract';

/** Sends a test event like every other event: stored, in order, signed and retried. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract }, async ({ caller, nowMs }, record) => {
    const { partnerId } = caller;
    const [sequence, settings] = await Promise.all([nextPartnerSequence(partnerId), findWebhookSettings(partnerId)]);
    const notification = newNotificationItem({
      subject: { kind: 'PARTNER', id: partnerId },
      sequence,
      partnerId,
      event: 'TEST_EVENT',
      userId: null,
      payload: testPayload(),
      deliver: shouldDeliver(settings, 'TEST_EVENT'),
      atMs: nowMs,
    });
    const answer = await record(toNotificationResponse(notification));
    await writeAtomically([...notificationItemWrites(notification), ...answer.writes]);
    return answer.reply;
  }),
);
