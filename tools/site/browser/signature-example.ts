/** An example delivery that is signed with a new secret. */

/** Signs the example. @param nowMs time of the delivery, in epoch ms */
export async function signExample(
  nowMs: number,
): Promise<{ readonly secret: string; readonly headers: string; readonly body: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const id = crypto.randomUUID();
  const timestamp = Math.floor(nowMs / 1000);
  const body = JSON.stringify({
    ...{ environment: 'sandbox', type: 'TEST', event: 'TEST_EVENT', id, userId: null, sequence: 1 },
    occurredAt: new Date(nowMs).toISOString(),
  });
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  return {
    secret: `whsec_${base64(bytes)}`,
    headers: [
      `webhook-id: ${id}`,
      `webhook-timestamp: ${timestamp}`,
      `webhook-signature: v1,${base64(new Uint8Array(signature))}`,
    ].join('\n'),
    body,
  };
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
