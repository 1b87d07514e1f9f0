import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { deleteAssociatedPerson } from './delete-associated-person';

export const handler = partnerEndpoint(contract, deleteAssociatedPerson);
