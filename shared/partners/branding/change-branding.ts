import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { type Branding, type BrandingChange, changedBranding } from '#shared/partners/domain/branding';
import { toIsoTime } from '#shared/values/iso-time';
import { brandingWrite, readBranding } from './repository';

/** Changes fields of the branding. Of two simultaneous changes of a field, the later change applies. @throws WriteContention */
export function changeBranding(partnerId: string, change: BrandingChange, atMs: number): Promise<Branding> {
  return retryOnConflict(async () => {
    const before = await readBranding(partnerId);
    const after = changedBranding(before, change, toIsoTime(atMs));
    if (after === undefined) return before;
    return (await writeIfConditionsHold([brandingWrite(partnerId, before, after)])) ? after : undefined;
  });
}
