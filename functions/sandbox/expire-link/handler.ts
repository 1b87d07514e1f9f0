import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { expireLink } from './expire-link';

export const handler = partnerEndpoint(contract, expireLink);
