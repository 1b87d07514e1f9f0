import type { WebhookSettingsItem } from '#shared/data/items/webhook-settings';
import { liveSecrets } from '#shared/domain/webhooks/signing-secrets';

/** Where a partner's notifications go, and what signs them. */
export interface Endpoint {
  /** `null`: the partner wants none. */
  readonly url: string | null;
  /** Live `whsec_…` secrets, newest first. */
  readonly secrets: readonly string[];
}

export interface EndpointSource {
  readonly readSettings: (partnerId: string) => Promise<WebhookSettingsItem | undefined>;
  readonly openSecret: (sealed: string, partnerId: string) => Promise<string>;
  readonly now: () => number;
}

export interface Endpoints {
  of(partnerId: string): Promise<Endpoint>;
}

const MAX_OPENED = 1000;

/**
 * Reads the settings for every attempt, so that each goes to the URL of its moment and is signed by the
 * secrets of its moment. Opened secrets never change: up to 1,000 are remembered, in the memory of this
 * worker alone, which spares the key service a call per attempt.
 */
export function configuredEndpoints({ readSettings, openSecret, now }: EndpointSource): Endpoints {
  const opened = new Map<string, Promise<string>>();

  function open(sealed: string, partnerId: string): Promise<string> {
    const key = `${partnerId}\n${sealed}`;
    const found = opened.get(key);
    if (found !== undefined) return found;
    const secret = openSecret(sealed, partnerId);
    const oldest = opened.keys().next();
    if (opened.size >= MAX_OPENED && oldest.done !== true) opened.delete(oldest.value);
    opened.set(key, secret);
    // A failure is not remembered; whoever waits for it gets the error.
    secret.catch(() => opened.delete(key));
    return secret;
  }

  return {
    async of(partnerId) {
      const settings = await readSettings(partnerId);
      if (settings === undefined || settings.url === null) return { url: null, secrets: [] };
      const live = liveSecrets(settings.secrets, now());
      return {
        url: settings.url,
        secrets: await Promise.all(live.map(({ sealed }) => open(sealed, partnerId))),
      };
    },
  };
}
