import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { createOnRamp } from './create-on-ramp';

export const handler = partnerEndpoint(contract, createOnRamp);
