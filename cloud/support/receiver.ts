import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { AwsRefusal, pageOf } from '#cloud/aws/aws-caller';
import type { Cloud } from '#cloud/plan/target';
import { type ReceivedWebhook, type WebhookReceiver, webhookInbox } from '#scripts/demo/webhook-receiver';

/** Pause between two looks at the log, in ms. */
const PAUSE_MS = 1000;
/** Lines appear in a log some seconds after they were written, and not always in their order: each look goes back so far, in ms. */
const LOOK_BACK_MS = 120_000;

const events = pageOf('events', z.object({ message: z.string() }));
const written = z.object({
  webhook: z.object({
    /** Id of the invocation, which took one delivery. */
    call: z.string(),
    id: z.string(),
    timestamp: z.string(),
    signature: z.string(),
    path: z.string(),
    body: z.string(),
  }),
});

/**
 * Reads what arrives at the receiver in the account, for as long as it runs.
 * @param url where webhooks are sent, a path of its own for this receiver
 * @param onTaken gets each webhook whose path is of this receiver, as it is found
 */
export function readReceiver(
  { aws }: Cloud,
  { url, logGroupName }: { readonly url: string; readonly logGroupName: string },
  onTaken: (webhook: ReceivedWebhook) => void,
): WebhookReceiver {
  const { received, trust, take } = webhookInbox(onTaken);
  const seen = new Set<string>();
  const begunMs = Date.now();
  let isOver = false;
  const look = async () => {
    const startTime = Math.max(begunMs, Date.now() - LOOK_BACK_MS);
    const found = await aws.list('logs FilterLogEvents', { logGroupName, startTime }, events);
    for (const { call, id, timestamp, signature, path, body } of found.flatMap(webhooksIn)) {
      if (seen.has(call) || !url.endsWith(path.split('/').at(-1) ?? '/')) continue;
      seen.add(call);
      await take({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }, body);
    }
  };
  const running = (async () => {
    while (!isOver) {
      await look().catch((error: unknown) => {
        // A look that was refused, as throttled ones are, is made up for by the next one.
        if (!(error instanceof AwsRefusal)) throw error;
      });
      await sleep(PAUSE_MS);
    }
  })();
  // It is thrown when the receiver is stopped.
  running.catch(() => undefined);
  return {
    url,
    received,
    trust,
    /** @throws Error where the log could not be read */
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** The webhooks among the lines of an event, whatever the runtime puts around them. */
function webhooksIn({ message }: { readonly message: string }): z.infer<typeof written>['webhook'][] {
  return message.split('\n').flatMap((line) => {
    const start = line.indexOf('{"webhook":');
    if (start === -1) return [];
    return [written.parse(JSON.parse(line.slice(start))).webhook];
  });
}
