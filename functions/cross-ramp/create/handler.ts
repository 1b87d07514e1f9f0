import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createCrossRamp } from './create-cross-ramp';

export const handler = endpoint(contract, createCrossRamp);
