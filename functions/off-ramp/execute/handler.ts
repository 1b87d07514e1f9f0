import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { executeOffRamp } from './execute-off-ramp';

export const handler = endpoint(contract, executeOffRamp);
