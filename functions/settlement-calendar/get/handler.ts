import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { readCalendar } from './read-calendar';

export const handler = partnerEndpoint(contract, readCalendar);
