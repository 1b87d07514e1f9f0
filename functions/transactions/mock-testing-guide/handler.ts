import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { contract } from './contract';
import { guideFor } from './guide';

export const handler = partnerEndpoint(contract, async () => ({ data: guideFor(stage()) }));
