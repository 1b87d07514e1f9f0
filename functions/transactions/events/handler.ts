import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readTimeline } from './read-timeline';

export const handler = endpoint(contract, readTimeline);
