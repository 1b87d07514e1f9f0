import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { createOffRamp } from './create-off-ramp';

export const handler = endpoint(contract, createOffRamp);
