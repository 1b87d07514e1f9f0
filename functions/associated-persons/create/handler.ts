import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { createAssociatedPerson } from './create-associated-person';

export const handler = partnerEndpoint(contract, createAssociatedPerson);
