import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { createOffRamp } from './create-off-ramp';

export const handler = partnerEndpoint(contract, createOffRamp);
