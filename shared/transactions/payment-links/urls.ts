/** Addresses of the pages on which a deposit is paid. */
import type { KeyObject } from 'node:crypto';
import { deriveKey } from '#shared/links/link-tokens';
import type { Caller } from '#shared/partners/domain/partner';
import { boundedCache } from '#shared/platform/bounded-cache';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { paymentToken } from './token';

/** Keys of the partners that a process serves, which never change. */
const keys = boundedCache<KeyObject>({ maxEntries: 1000 });

/**
 * Gives the tokens of a partner's payment pages by the transactions' ids. The key service is called once for each partner
 * and process. Needs LINK_KEY_ID and the grant `link-key-mac`.
 */
export async function paymentTokensFor(partnerId: string): Promise<(transactionId: string) => string> {
  const key = await keys.get(partnerId, () => deriveKey(`payment-links:${partnerId}`));
  return (transactionId) => paymentToken(key, transactionId);
}

/** The address of a transaction's payment page; null unless it waits for its deposit. */
export type PaymentUrlFor = (transaction: Transaction) => string | null;

/** Gives the addresses for a response about these transactions of a caller. The key service is asked if one of them waits. */
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
