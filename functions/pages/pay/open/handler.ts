import { failurePage } from '#shared/hosted-pages/failure-page';
import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { payerCountry, paymentPage } from '#shared/hosted-pages/payment/payment-page';
import { findPayment } from '#shared/transactions/payment-links/find-payment';

/** Shows a deposit and its state. Opening changes nothing. */
export const handler = linkEndpoint('openPaymentPage', async ({ token, language, languageIn, nowMs }) => {
  const transaction = await findPayment(token, nowMs);
  if (typeof transaction === 'string') return failurePage(transaction, language);
  return paymentPage(transaction, { language: languageIn(payerCountry(transaction)), nowMs });
});
