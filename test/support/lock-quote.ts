import type { ApiClient } from '#local/partner/api-client';

/** Locks a quote for a cross-ramp of MXN to USD. @returns the quote */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it as into every response
export async function lockQuote(partner: ApiClient, sourceAmount = 1500): Promise<any> {
  const terms = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount };
  const { status, text, body } = await partner.post('/cross-ramp/quotes', terms);
  if (status !== 201) throw new Error(`No quote was locked: ${text}`);
  return body.data;
}
