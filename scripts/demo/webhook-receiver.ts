import { startReceiver } from '#local/partner/webhook-receiver';
import { verifyWebhook } from '#sdk/webhooks';

/** A webhook that a partner's endpoint received. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly event: string;
  /** Its transaction, else its user. Users of the demo have no external id, so payloads contain ours. */
  readonly subject: string | undefined;
  readonly sequence: number | undefined;
  /** Fault of the webhook; `undefined` for a good one. */
  readonly rejection: string | undefined;
  /** True if the same id came before, which at-least-once delivery allows. */
  readonly repeated: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Good ones and bad ones, in the order of their arrival. */
  readonly received: readonly ReceivedWebhook[];
  /** From now on signatures are checked; what came before counts as unsigned. */
  trust(secret: string): void;
  stop(): Promise<void>;
}

/** Headers by their names in small letters. */
type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Received webhooks and their checks, for a receiver at any address. */
export interface WebhookInbox extends Pick<WebhookReceiver, 'received' | 'trust'> {
  /** Takes a webhook. @returns whether it is a good one */
  take(headers: WebhookHeaders, body: string): Promise<boolean>;
}

/** An empty inbox. */
export function webhookInbox(onTaken: (webhook: ReceivedWebhook) => void): WebhookInbox {
  const taken: ReceivedWebhook[] = [];
  let known: string | undefined;
  return {
    received: taken,
    trust(secret) {
      known = secret;
    },
    async take(headers, body) {
      const webhook = await read(headers, body, known);
      const repeated = taken.some(({ id }) => id === webhook.id);
      taken.push({ ...webhook, repeated });
      onTaken({ ...webhook, repeated });
      return webhook.rejection === undefined;
    },
  };
}

/** Starts a partner's endpoint on a free port of this machine. It refuses bad signatures, as a partner should. */
export async function startWebhookReceiver(onTaken: (webhook: ReceivedWebhook) => void): Promise<WebhookReceiver> {
  const { received, trust, take } = webhookInbox(onTaken);
  const receiver = await startReceiver();
  receiver.answer = async ({ headers, body }) => ({ status: (await take(headers, body)) ? 200 : 400 });
  return { url: receiver.url, received, trust, stop: receiver.stop };
}

async function read(
  headers: WebhookHeaders,
  body: string,
  secret: string | undefined,
): Promise<Omit<ReceivedWebhook, 'repeated'>> {
  const id = String(headers['webhook-id'] ?? '');
  const nothing = { id, event: 'unknown', subject: undefined, sequence: undefined };
  if (secret === undefined) return { ...nothing, rejection: 'it came before a secret was agreed' };
  try {
    const payload = await verifyWebhook({ body, headers }, secret);
    const { event, sequence } = payload;
    const userId = 'externalUserId' in payload ? payload.externalUserId : undefined;
    const subject = 'transactionId' in payload ? payload.transactionId : userId;
    return { id, event, subject: subject ?? undefined, sequence, rejection: undefined };
  } catch (error) {
    return { ...nothing, rejection: error instanceof Error ? error.message : String(error) };
  }
}
