import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { givePayerReceipt } from './give-payer-receipt';

export const handler = linkEndpoint('getPayerReceipt', givePayerReceipt(__dirname));
