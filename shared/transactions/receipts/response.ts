import { negotiateLanguage } from '#shared/hosted-pages/language';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { payerCountry } from '#shared/transactions/domain/transaction';
import type { Language } from '#shared/values/languages';
import type { StoredReceipt } from './repository';

/** The answer with a receipt as it was issued. @param language as asked for. @default that of the transaction's country */
export function toReceiptReply({ texts }: StoredReceipt, transaction: Transaction, language: Language | undefined) {
  const spoken =
    language ?? negotiateLanguage({ acceptLanguage: undefined, chosen: undefined }, payerCountry(transaction));
  return { stored: { status: 200, text: `{"success":true,"data":${texts[spoken]}}` }, replayed: false } as const;
}
