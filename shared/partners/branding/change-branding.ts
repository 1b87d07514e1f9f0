import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { type Branding, type BrandingChange, changedBranding } from '#shared/partners/domain/branding';
import { toIsoTime } from '#shared/values/iso-time';
import { brandingWrite, readBranding } from './repository';

/**
 * Changes the named fields of a partner's branding. Of two changes of one field at the same moment the later one stands.
 * A change that changes nothing writes nothing.
 * @param additionalWrites committed with it. @default nothing
 * @throws WriteContention
 */
export function changeBranding(
  partnerId: string,
  change: BrandingChange,
  { atMs, additionalWrites = [] }: { readonly atMs: number; readonly additionalWrites?: readonly PendingWrite[] },
): Promise<Branding> {
  return retryOnConflict(async () => {
    const before = await readBranding(partnerId);
    const after = changedBranding(before, change, toIsoTime(atMs));
    if (after === undefined) return before;
    const saved = await writeIfConditionsHold([brandingWrite(partnerId, before, after), ...additionalWrites]);
    return saved ? after : undefined;
  });
}
