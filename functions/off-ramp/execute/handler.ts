import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { executeOffRamp } from './execute-off-ramp';

export const handler = partnerEndpoint(contract, executeOffRamp);
