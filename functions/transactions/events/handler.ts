import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { readTimeline } from './read-timeline';

export const handler = partnerEndpoint(contract, readTimeline);
