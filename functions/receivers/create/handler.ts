import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { createReceiver } from './create-receiver';

export const handler = partnerEndpoint(contract, createReceiver);
