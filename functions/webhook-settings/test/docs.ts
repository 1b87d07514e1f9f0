import { defineDocs } from '#shared/http/docs';
import { testNotification } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['webhookSettings.sendTest', 'Sends a `TEST_EVENT` to your URL.'],
  description:
    'Sends a `TEST_EVENT` the way every event goes: signed, tried again when it fails, and on record, whatever `eventTypes` says. The answer is the notification; read it again to see what became of it. Without a URL it is recorded as `NOT_SENT`.',
  example: { data: testNotification },
});
