import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readOnboarding } from './read-onboarding';

export const handler = endpoint(contract, readOnboarding);
