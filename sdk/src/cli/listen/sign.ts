import { createHmac } from 'node:crypto';

/** A webhook as it is sent. */
export interface Webhook {
  /** Of the notification. */
  readonly id: string;
  readonly body: string;
}

/** The headers of a delivery, signed by the Standard Webhooks scheme. @param nowMs epoch milliseconds */
export function webhookHeaders({ id, body }: Webhook, secret: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'PartnerRamp-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
