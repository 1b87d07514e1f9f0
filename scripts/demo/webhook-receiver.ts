import { createServer, type IncomingMessage } from 'node:http';
import { verifyWebhook, type WebhookEvent } from '#sdk/webhooks';

/** A webhook as a partner's endpoint takes it. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly event: string;
  readonly transactionId: string | undefined;
  readonly sequence: number | undefined;
  /** `undefined` where it cannot be trusted. */
  readonly payload: WebhookEvent | undefined;
  /** Fault of the webhook; `undefined` for a good one. */
  readonly rejection: string | undefined;
  /** True if the same id came before, which at-least-once delivery allows. */
  readonly repeated: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Good ones and bad ones, as they came. */
  readonly received: readonly ReceivedWebhook[];
  /** From now on signatures are checked; what came before counts as unsigned. */
  trust(secret: string): void;
  stop(): Promise<void>;
}

/** Headers by their names in small letters. */
type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Received webhooks and their checks, for a receiver at any address. */
export interface WebhookInbox extends Pick<WebhookReceiver, 'received' | 'trust'> {
  /** Takes a webhook as it came. @returns whether it is a good one */
  take(headers: WebhookHeaders, body: string): Promise<boolean>;
}

/** An inbox with nothing in it. */
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

/** Starts a partner's endpoint on a free port of this machine. */
export async function startWebhookReceiver(onTaken: (webhook: ReceivedWebhook) => void): Promise<WebhookReceiver> {
  const { received, trust, take } = webhookInbox(onTaken);
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      // A bad signature is refused, as a partner should.
      response.writeHead((await take(request.headers, body)) ? 200 : 400).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    received,
    trust,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function read(
  headers: WebhookHeaders,
  body: string,
  secret: string | undefined,
): Promise<Omit<ReceivedWebhook, 'repeated'>> {
  const id = String(headers['webhook-id'] ?? '');
  const nothing = { id, event: 'unknown', transactionId: undefined, sequence: undefined, payload: undefined };
  if (secret === undefined) return { ...nothing, rejection: 'it came before a secret was agreed' };
  try {
    const payload = await verifyWebhook({ body, headers }, secret);
    const { event, sequence } = payload;
    const transactionId = 'transactionId' in payload ? payload.transactionId : undefined;
    return { id, event, transactionId, sequence, payload, rejection: undefined };
  } catch (error) {
    return { ...nothing, rejection: error instanceof Error ? error.message : String(error) };
  }
}
