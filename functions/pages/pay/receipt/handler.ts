import { failurePage } from '#shared/hosted-pages/layout';
import { type HostedPageOperation, linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { payerCountry } from '#shared/transactions/domain/transaction';
import { findPayment, findPaymentRequester } from '#shared/transactions/payment-links/find-payment';
import { issueReceipts } from '#shared/transactions/receipts/issue-receipt';
import { readReceiptDocument } from '#shared/transactions/receipts/receipt-document';

/** Returns a receipt to the payer: for the payment, or for its refund. The receipt is available while the payment page exists. */
const givePayerReceipt: HostedPageOperation = async ({ token, language, languageIn, step, nowMs }) => {
  const transaction = await findPayment(token, nowMs);
  if (typeof transaction === 'string') return failurePage(transaction, language);
  if (transaction.status !== 'COMPLETED') return failurePage('unknown', language);
  const { receipt, returned } = await issueReceipts(transaction, nowMs);
  const issued = step === 'return' ? returned : receipt;
  if (issued === undefined) return failurePage('unknown', language);
  const making = { language: languageIn(payerCountry(transaction)), nowMs };
  const { body, name } = await readReceiptDocument(issued, making);
  return { file: { contentType: 'application/pdf', body, name } };
};

export const handler = linkEndpoint('getPayerReceipt', givePayerReceipt, findPaymentRequester);
