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

/** Starts a partner's endpoint on a free port of this machine. It refuses bad signatures, as a partner should. */
export async function startWebhookReceiver(onReceived: (webhook: ReceivedWebhook) => void): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let secret: string | undefined;
  const receiver = await startReceiver();
  receiver.answer = async ({ headers, body }) => {
    const read = await readWebhook(headers, body, secret);
    const webhook = { ...read, repeated: received.some(({ id }) => id === read.id) };
    received.push(webhook);
    onReceived(webhook);
    return { status: webhook.rejection === undefined ? 200 : 400 };
  };
  const trust = (known: string) => {
    secret = known;
  };
  return { url: receiver.url, received, trust, stop: receiver.stop };
}

async function readWebhook(
  headers: Readonly<Record<string, string>>,
  body: string,
  secret: string | undefined,
): Promise<Omit<ReceivedWebhook, 'repeated'>> {
  const { 'webhook-id': id = '' } = headers;
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
