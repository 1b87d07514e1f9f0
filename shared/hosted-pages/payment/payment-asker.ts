import type { AskedBy } from '#shared/hosted-pages/asker';
import { nowMs } from '#shared/platform/config/environment';
import { findPayment } from '#shared/transactions/payment-links/find-payment';

/** Finds who asks a person to pay, by the token of the payment's page. */
export const askedByPayment: AskedBy = async (token) => {
  const payment = await findPayment(token, nowMs());
  return typeof payment === 'string' ? undefined : { purpose: 'PAYMENT', partnerId: payment.partnerId };
};
