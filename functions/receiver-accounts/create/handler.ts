import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { createReceiverAccount } from './create-receiver-account';

export const handler = partnerEndpoint(contract, createReceiverAccount);
