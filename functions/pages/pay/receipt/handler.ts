import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { askedByPayment } from '#shared/hosted-pages/payment/payment-asker';
import { givePayerReceipt } from './give-payer-receipt';

export const handler = linkEndpoint('getPayerReceipt', givePayerReceipt(__dirname), askedByPayment);
