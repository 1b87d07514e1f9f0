import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createAssociatedPerson } from './create-associated-person';

export const handler = endpoint(contract, createAssociatedPerson);
