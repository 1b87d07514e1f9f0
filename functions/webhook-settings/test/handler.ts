import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { newTestNotification, nextPartnerSequence, notificationItemWrites, onlyTo } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { contract } from './contract';

/** Sends a test event to the default endpoint, whatever `eventTypes` says. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract }, async ({ caller, nowMs }, record) => {
    const { partnerId } = caller;
    const [sequence, { endpoint }] = await Promise.all([nextPartnerSequence(partnerId), readDefaultEndpoint(caller)]);
    const notification = newTestNotification({ partnerId, sequence }, onlyTo(endpoint), nowMs);
    const answer = await record(toNotificationResponse(notification));
    await writeAtomically([...notificationItemWrites(notification), ...answer.writes]);
    return answer.reply;
  }),
);
