import { notificationView } from '#shared/api/views/notification';
import { webhookSettingsKey } from '#shared/data/keys';
import { newNotification, nextPartnerSequence, storeNotification } from '#shared/data/notifications';
import { readItem, writeAtomically } from '#shared/data/table';
import { delivers } from '#shared/data/webhook-settings';
import { testPayload } from '#shared/domain/notifications/notification';
import { answerOnce } from '#shared/operations/answer-once';
import { contract } from './contract';

/** Sends a test event the way every event goes: it is on record, in order, signed and tried again. */
export const sendTest = answerOnce({ contract }, async ({ caller, nowMs }, record) => {
  const { partnerId } = caller;
  const [sequence, settings] = await Promise.all([
    nextPartnerSequence(partnerId),
    readItem(webhookSettingsKey(partnerId)),
  ]);
  const notification = newNotification({
    subject: { kind: 'PARTNER', id: partnerId },
    sequence,
    partnerId,
    event: 'TEST_EVENT',
    userId: null,
    payload: testPayload(),
    deliver: delivers(settings, 'TEST_EVENT'),
    atMs: nowMs,
  });
  const answer = await record(notificationView(notification));
  await writeAtomically([...storeNotification(notification), ...answer.writes]);
  return answer.reply;
});
