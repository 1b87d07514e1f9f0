/** URLs of payment pages, where users see how to pay a deposit. */
import type { KeyObject } from 'node:crypto';
import { deriveKey } from '#shared/links/link-tokens';
import type { Caller } from '#shared/partners/domain/partner';
import { boundedCache } from '#shared/platform/bounded-cache';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { paymentToken } from './token';

/** Cached keys of the partners. A partner's key never changes. */
const keys = boundedCache<KeyObject>({ maxEntries: 1000 });

/**
 * Returns a function from transaction id to payment page token. Calls KMS once for each partner and process. Requires
 * `LINK_KEY_ID` and the grant `link-key-mac`.
 */
export async function paymentTokensFor(partnerId: string): Promise<(transactionId: string) => string> {
  const key = await keys.get(partnerId, () => deriveKey(`payment-links:${partnerId}`));
  return (transactionId) => paymentToken(key, transactionId);
}

/** Returns the URL of a transaction's payment page; null unless the transaction awaits its deposit. */
export type PaymentUrlFor = (transaction: Transaction) => string | null;

/** Returns a function for the payment page URLs in a response. Calls KMS only if a transaction awaits its deposit. */
export async function paymentUrlsFor(
  transactions: readonly Transaction[],
  { caller, baseUrl }: { readonly caller: Caller; readonly baseUrl: string },
): Promise<PaymentUrlFor> {
  if (!transactions.some(hasPaymentPage)) return () => null;
  const tokenFor = await paymentTokensFor(caller.partnerId);
  return (one) => (hasPaymentPage(one) ? paymentUrl(baseUrl, tokenFor(one.id)) : null);
}

export function paymentUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/pay/${token}`;
}

function hasPaymentPage({ status, linkDigest }: Transaction): boolean {
  return statusFacts[status].deposit === 'AWAITED' && linkDigest !== undefined;
}
