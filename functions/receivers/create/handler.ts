import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { createReceiver } from './create-receiver';

export const handler = partnerEndpoint(contract, createReceiver);
