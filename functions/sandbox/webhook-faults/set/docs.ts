import { defineDocs } from '#shared/http/docs';
import { webhookFaults } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'sandbox.setWebhookFaults',
    'Gives deliveries faults as networks have them. `rate` is a fraction: 0.25 is a quarter of them.',
  ],
  description:
    'Injects faults into your deliveries, in the sandbox only, so that you can test your endpoint; `NONE` ends it. `DUPLICATE` sends an attempt twice at once. `DELAY` delays the first attempt by five seconds, and everything that follows it in its transaction. `REORDER` delays every other event of a transaction by five seconds while the next one is sent first. `DROP_FIRST_ATTEMPT` records the first attempt as failed without sending it. `SLOW` takes three seconds over the body. `FAIL_FAST` makes the next failure the last attempt, so that a notification is `FAILED` within seconds. `rate` is the share of deliveries with the injected fault. Ids, bodies and signatures stay correct.',
  body: {
    about: 'The fault to inject into deliveries.',
    rate: 'Share of the deliveries that meet it, from 0 to 1; all of them by default.',
  },
  example: { body: webhookFaults, data: webhookFaults },
});
