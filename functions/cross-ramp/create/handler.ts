import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { createCrossRamp } from './create-cross-ramp';

export const handler = partnerEndpoint(contract, createCrossRamp);
