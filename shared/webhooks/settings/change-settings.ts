import { invalidInput } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { Caller } from '#shared/partners/domain/partner';
import { targetUrlViolation } from '#shared/webhooks/target-url';
import type { WebhookSettingsItem } from './item';
import { readOwnSettings } from './read-own-settings';
import { saveWebhookSettings } from './repository';
import { newSealedSecret } from './rotate-secret';

/** What a partner asks for. */
export interface SettingsChange {
  /** `null`: none. */
  readonly url: string | null;
  /** Absent or null: all events. */
  readonly eventTypes?: readonly string[] | null | undefined;
}

/** The settings as stored, with the first secret where this change made it. */
export interface ChangedSettings {
  readonly settings: WebhookSettingsItem;
  readonly shown: { readonly secret?: string };
}

/**
 * Sets or clears the webhook URL and the choice of events, both as a whole: the last call wins. The first URL makes
 * the first signing secret, shown in this answer only.
 * @throws Problem INVALID_USER_INPUT_ERROR for a URL that cannot be a target; WriteContention
 */
export async function changeSettings(caller: Caller, change: SettingsChange, nowMs: number): Promise<ChangedSettings> {
  const { url } = change;
  if (url !== null) assertTargetUrl(url);
  return retryOnConflict(async () => {
    const { eventTypes: _, ...before } = await readOwnSettings(caller);
    const first =
      url !== null && before.secrets.length === 0 ? await newSealedSecret(caller.partnerId, nowMs) : undefined;
    const after = {
      ...before,
      url,
      ...chosenEvents(change.eventTypes),
      secrets: [...(first === undefined ? [] : [first.stored]), ...before.secrets],
    };
    const settings = await saveWebhookSettings(after, before, nowMs);
    return settings && { settings, shown: first === undefined ? {} : { secret: first.secret } };
  });
}

/** @throws Problem INVALID_USER_INPUT_ERROR */
export function assertTargetUrl(url: string): void {
  const violation = targetUrlViolation(url);
  if (violation !== undefined) throw invalidInput([{ field: 'url', message: violation }]);
}

/** The choice of events as it is stored: each once, nothing where all are chosen. */
export function chosenEvents(eventTypes: readonly string[] | null | undefined): { readonly eventTypes?: string[] } {
  return eventTypes == null ? {} : { eventTypes: [...new Set(eventTypes)] };
}
