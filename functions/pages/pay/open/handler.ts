import { failurePage } from '#shared/hosted-pages/layout';
import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { paymentPage, receiptPage } from '#shared/hosted-pages/payment/payment-page';
import { payerCountry } from '#shared/transactions/domain/transaction';
import { findPayment, findPaymentRequester } from '#shared/transactions/payment-links/find-payment';
import { findConfirmations } from '#shared/transactions/provider-reports/repository';
import { issueReceipts } from '#shared/transactions/receipts/issue-receipt';

/** Shows the payment page: the deposit instructions and status, or the receipt of a completed transaction. */
export const handler = linkEndpoint(
  'openPaymentPage',
  async ({ token, language, languageIn, step, nowMs }) => {
    const transaction = await findPayment(token, nowMs);
    if (typeof transaction === 'string') return failurePage(transaction, language);
    const view = { language: languageIn(payerCountry(transaction)), nowMs };
    if (step !== 'receipt' || transaction.status !== 'COMPLETED')
      return paymentPage(transaction, { ...view, confirmations: await findConfirmations(transaction, nowMs) });
    return receiptPage({ ...(await issueReceipts(transaction, nowMs)), ...view, token });
  },
  findPaymentRequester,
);
