import { boundedCache } from '#shared/platform/bounded-cache';
import { activeSecrets } from './domain/signing-secrets';
import type { WebhookSettingsItem } from './settings/item';

/** Where a partner's notifications go, and what signs them. */
export interface WebhookTarget {
  /** `null`: the partner wants none. */
  readonly url: string | null;
  /** Live `whsec_…` secrets, newest first. */
  readonly secrets: readonly string[];
}

export interface TargetSource {
  readonly readSettings: (partnerId: string) => Promise<WebhookSettingsItem | undefined>;
  readonly openSecret: (sealed: string, partnerId: string) => Promise<string>;
  readonly now: () => number;
}

export interface WebhookTargets {
  forPartner(partnerId: string): Promise<WebhookTarget>;
}

const MAX_CACHED_SECRETS = 1000;

/**
 * Reads the settings for every attempt, so that each goes to the URL of its moment and is signed by the
 * secrets of its moment. Opened secrets never change: up to 1,000 are remembered, in the memory of this
 * worker alone, which spares the key service a call per attempt.
 */
export function configuredTargets({ readSettings, openSecret, now }: TargetSource): WebhookTargets {
  const secrets = boundedCache<string>({ maxEntries: MAX_CACHED_SECRETS });

  return {
    async forPartner(partnerId) {
      const settings = await readSettings(partnerId);
      if (settings === undefined || settings.url === null) return { url: null, secrets: [] };
      const active = activeSecrets(settings.secrets, now());
      return {
        url: settings.url,
        secrets: await Promise.all(
          active.map(({ sealed }) => secrets.get(`${partnerId}\n${sealed}`, () => openSecret(sealed, partnerId))),
        ),
      };
    },
  };
}
