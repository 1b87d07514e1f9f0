import { defineDocs } from '#shared/http/docs';
import { webhookSettings } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['webhookSettings.get', 'Reads the settings. The secret is not among them.'],
  description:
    'Returns the webhook settings without any secret. `url` is null before the first one is set and after it was cleared. `previousSecretsExpireAt` says until when replaced secrets sign beside the newest one.',
  example: { data: webhookSettings },
});
