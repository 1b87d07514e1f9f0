import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { deleteAssociatedPerson } from './delete-associated-person';

export const handler = endpoint(contract, deleteAssociatedPerson);
