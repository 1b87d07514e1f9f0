import { startHttpServer } from '#local/processes/http-server';

/** A webhook request as received. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly path: string;
  /** Time at which the whole request was received, epoch ms. */
  readonly atMs: number;
}

interface Reply {
  readonly status: number;
  readonly body?: string | Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Returns the response to a webhook. Tests replace this function; the default responds with 200. */
  respond: (webhook: ReceivedWebhook) => Reply | Promise<Reply>;
  stop(): Promise<void>;
}

const observers = new Set<(body: string) => void>();

/** Calls the observer with the body of every webhook to this process. Tests compare the webhooks with the OpenAPI document. */
export function observeWebhooks(observer: (body: string) => void): void {
  observers.add(observer);
}

/**
 * Starts a webhook endpoint on loopback that stores every request.
 * @param port 0 selects a free port
 */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const { url, stop } = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const webhook = {
        id: headers['webhook-id'] ?? '',
        headers,
        body: Buffer.concat(chunks).toString(),
        path: request.url ?? '',
        atMs: performance.timeOrigin + performance.now(),
      };
      received.push(webhook);
      for (const observe of observers) observe(webhook.body);
      const { status, body = '' } = await receiver.respond(webhook);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  }, port);
  const receiver: Receiver = {
    url: `${url}/webhooks`,
    received,
    respond: () => ({ status: 200 }),
    stop,
  };
  return receiver;
}
