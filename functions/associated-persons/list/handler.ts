import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { listAssociatedPersons } from './list-associated-persons';

export const handler = partnerEndpoint(contract, listAssociatedPersons);
