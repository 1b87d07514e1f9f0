import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { type Branding, type BrandingChange, changedBranding } from '#shared/partners/domain/branding';
import { toIsoTime } from '#shared/values/iso-time';
import { brandingWrite, readBranding } from './repository';

/**
 * Changes the named fields of a partner's branding, at an instant (epoch ms). Of two changes of one field at the same moment
 * the later one stands. A change that changes nothing writes nothing.
 * @throws WriteContention
 */
export function changeBranding(partnerId: string, change: BrandingChange, atMs: number): Promise<Branding> {
  return retryOnConflict(async () => {
    const before = await readBranding(partnerId);
    const after = changedBranding(before, change, toIsoTime(atMs));
    if (after === undefined) return before;
    return (await writeIfConditionsHold([brandingWrite(partnerId, before, after)])) ? after : undefined;
  });
}
