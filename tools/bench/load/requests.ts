import autocannon from 'autocannon';
import { Partner } from '#local/partner/partner';
import { BASE_PATH } from '#shared/contract/endpoints';
import type { ReadyPartner } from '../stack/stack-process';

/** The measured requests: operation id, description and number of warm-up requests, after which V8 has compiled the hot code. */
export const REQUESTS = [
  { id: 'createCrossRampQuote', text: 'lock a quote', warmUp: 1500 },
  { id: 'createCrossRamp', text: 'create a cross-ramp', warmUp: 1500 },
  { id: 'getTransaction', text: 'get a transaction', warmUp: 5000 },
  { id: 'listTransactions', text: 'list 20 transactions', warmUp: 600 },
] as const;

/** Request in autocannon's format. autocannon replaces `[<id>]` with a new value in each request. */
export interface Target extends Pick<autocannon.Options, 'url' | 'idReplacement'> {
  readonly method?: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Returns one `Target` for each entry of `REQUESTS`, in the same order. */
export function toTargets(baseUrl: string, lister: ReadyPartner, creator: ReadyPartner): Target[] {
  const api = `${baseUrl}${BASE_PATH}`;
  const key = { 'idempotency-key': 'key-[<id>]-measured', 'content-type': 'application/json' };
  const creation = (path: string, body: object): Target => {
    const headers = { 'partner-api-key': creator.apiKey, ...key };
    return { url: `${api}${path}`, method: 'POST', headers, body: JSON.stringify(body), idReplacement: true };
  };
  const reading = (path: string) => ({ url: `${api}${path}`, headers: { 'partner-api-key': lister.apiKey } });
  const { userId, targetBankAccount, ...price } = new Partner(creator).crossRamp(creator.userId);
  return [
    creation('/cross-ramp/quotes', price),
    creation('/cross-ramp', { userId, targetBankAccount, ...price }),
    reading(`/transactions/${lister.transactionIds[0]}`),
    reading('/transactions?limit=20'),
  ];
}

/**
 * Generates load with autocannon. Each connection sends its next request as soon as a response arrives.
 * @throws Error if a response is not 2xx, because the measurement would be invalid
 */
export async function ask(target: Target | undefined, load: Omit<autocannon.Options, 'url'>) {
  const { non2xx, errors, latency, duration, ...seen } = await autocannon({ url: '', timeout: 60, ...target, ...load });
  const responses = seen['2xx'];
  if (non2xx + errors > 0)
    throw new Error(`${target?.url}: ${responses} responses, ${non2xx} refusals, ${errors} errors`);
  return { responses, rate: responses / duration, ...latency };
}

export type Seen = Awaited<ReturnType<typeof ask>>;
