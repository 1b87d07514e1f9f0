import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { listAssociatedPersons } from './list-associated-persons';

export const handler = endpoint(contract, listAssociatedPersons);
