import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readCalendar } from './read-calendar';

export const handler = endpoint(contract, readCalendar);
