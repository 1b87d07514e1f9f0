import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { createCrossRamp } from './create-cross-ramp';

export const handler = partnerEndpoint(contract, createCrossRamp);
