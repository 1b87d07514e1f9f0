import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listChanges } from './list-changes';

export const handler = endpoint(contract, listChanges);
