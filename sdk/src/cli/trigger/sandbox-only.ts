import type { PartnerRamp } from '../../client.js';
import { CommandFailed } from '../errors.js';

/** @throws CommandFailed in production, where nothing is made up */
export async function refuseProduction(ramp: PartnerRamp, signal: AbortSignal): Promise<void> {
  const { environment } = await ramp.capabilities.get({}, { signal });
  if (environment !== 'sandbox') throw new CommandFailed('This is production: only the sandbox lets things happen');
}
