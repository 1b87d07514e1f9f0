import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createOnRamp } from './create-on-ramp';

export const handler = endpoint(contract, createOnRamp);
