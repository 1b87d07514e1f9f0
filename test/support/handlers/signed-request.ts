import { signatureHeader } from '#shared/http/signature';

/** Returns a request that a provider signed with a `whsec_…` secret at the current time. A string becomes the body unchanged. */
export function signedBy(secret: string, content: object | string) {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const id = 'report-1';
  const timestampS = String(Math.floor(Date.now() / 1000));
  const signature = signatureHeader({ id, timestampS, body }, [secret]);
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestampS, 'webhook-signature': signature };
  return { headers: { ...signed, 'content-type': 'application/json' }, body };
}
