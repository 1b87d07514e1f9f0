import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';

/** A webhook as a partner's endpoint takes it. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly event: string;
  readonly transactionId: string | undefined;
  readonly sequence: number | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What is wrong with it; `undefined` for a good one. */
  readonly rejection: string | undefined;
  /** Whether the same id came before, which at-least-once delivery allows. */
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

const payloadSchema = z.looseObject({
  event: z.string(),
  transactionId: z.optional(z.string()),
  sequence: z.optional(z.number()),
});

/** Starts a partner's endpoint on a free port of this machine. */
export async function startWebhookReceiver(onTaken: (webhook: ReceivedWebhook) => void): Promise<WebhookReceiver> {
  const taken: ReceivedWebhook[] = [];
  let verifier: Webhook | undefined;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const webhook = read(request, body, verifier);
      const repeated = taken.some(({ id }) => id === webhook.id);
      // A bad signature is refused, as a partner should.
      response.writeHead(webhook.rejection === undefined ? 200 : 400).end();
      taken.push({ ...webhook, repeated });
      onTaken({ ...webhook, repeated });
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
    received: taken,
    trust(secret) {
      verifier = new Webhook(secret);
    },
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

function read(
  request: IncomingMessage,
  body: string,
  verifier: Webhook | undefined,
): Omit<ReceivedWebhook, 'repeated'> {
  const header = (name: string) => String(request.headers[name] ?? '');
  const headers = {
    'webhook-id': header('webhook-id'),
    'webhook-timestamp': header('webhook-timestamp'),
    'webhook-signature': header('webhook-signature'),
  };
  const id = headers['webhook-id'];
  const nothing = { id, event: 'unknown', transactionId: undefined, sequence: undefined, payload: {} };
  if (verifier === undefined) return { ...nothing, rejection: 'it came before a secret was agreed' };
  try {
    const payload = payloadSchema.parse(verifier.verify(body, headers));
    const { event, transactionId, sequence } = payload;
    return { id, event, transactionId, sequence, payload, rejection: undefined };
  } catch (error) {
    return { ...nothing, rejection: error instanceof Error ? error.message : String(error) };
  }
}
