import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';

/** A webhook as a partner's endpoint takes it. */
export interface TakenWebhook {
  readonly id: string;
  readonly event: string;
  readonly transactionId: string | undefined;
  readonly sequence: number | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What is wrong with it; `undefined` for a good one. */
  readonly fault: string | undefined;
  /** Whether the same id came before, which at-least-once delivery allows. */
  readonly repeated: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Good ones and bad ones, as they came. */
  readonly taken: readonly TakenWebhook[];
  /** From now on signatures are checked; what came before counts as unsigned. */
  trust(secret: string): void;
  stop(): Promise<void>;
}

const told = z.looseObject({
  event: z.string(),
  transactionId: z.optional(z.string()),
  sequence: z.optional(z.number()),
});

/** Starts a partner's endpoint on a free port of this machine. */
export async function startWebhookReceiver(
  onTaken: (webhook: TakenWebhook) => void,
): Promise<WebhookReceiver> {
  const taken: TakenWebhook[] = [];
  let verifier: Webhook | undefined;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const webhook = read(request, body, verifier);
      const repeated = taken.some(({ id }) => id === webhook.id);
      // A bad signature is refused, as a partner should.
      response.writeHead(webhook.fault === undefined ? 200 : 400).end();
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
    taken,
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function read(
  request: IncomingMessage,
  body: string,
  verifier: Webhook | undefined,
): Omit<TakenWebhook, 'repeated'> {
  const header = (name: string) => String(request.headers[name] ?? '');
  const headers = {
    'webhook-id': header('webhook-id'),
    'webhook-timestamp': header('webhook-timestamp'),
    'webhook-signature': header('webhook-signature'),
  };
  const id = headers['webhook-id'];
  const nothing = { id, event: 'unknown', transactionId: undefined, sequence: undefined, payload: {} };
  if (verifier === undefined) return { ...nothing, fault: 'it came before a secret was agreed' };
  try {
    const payload = told.parse(verifier.verify(body, headers));
    const { event, transactionId, sequence } = payload;
    return { id, event, transactionId, sequence, payload, fault: undefined };
  } catch (error) {
    return { ...nothing, fault: error instanceof Error ? error.message : String(error) };
  }
}
