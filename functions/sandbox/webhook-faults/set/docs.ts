import { defineDocs } from '#shared/http/docs';
import { webhookFaults } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  description:
    'Lets your deliveries suffer a fault, in the sandbox only, so that you can try your endpoint against it; `NONE` ends it. `DUPLICATE` sends an attempt twice at once. `DELAY` holds the first attempt back for five seconds, and whatever follows it in its transaction. `REORDER` holds every other event of a transaction back for five seconds while the next one goes ahead. `DROP_FIRST_ATTEMPT` records the first attempt as failed without sending it. `SLOW` takes three seconds over the body. `FAIL_FAST` makes the next failure the last attempt, so that a notification is `FAILED` within seconds. `rate` is the share of deliveries that meet the fault. Ids, bodies and signatures stay right throughout.',
  body: {
    about: 'The fault that deliveries are to suffer.',
    rate: 'Share of the deliveries that meet it, from 0 to 1; all of them by default.',
  },
  example: { body: webhookFaults, data: webhookFaults },
});
