import type { WebhookSettingsItem } from '#shared/data/items/webhook-settings';

/** Where a partner's notifications go, and what signs them. */
interface Endpoint {
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

/** A changed URL or secret is in use everywhere after this time. */
const ENDPOINT_CACHE_MS = 30_000;
const MAX_PARTNERS = 500;

interface Opened {
  readonly url: string | null;
  readonly secrets: readonly { readonly secret: string; readonly expiresAtMs: number }[];
}

/** Remembers settings and opened secrets for 30 s, of at most 500 partners, in the memory of this worker alone. */
export function cachedEndpoints(source: EndpointSource): Endpoints {
  const kept = new Map<string, { readonly untilMs: number; readonly opened: Promise<Opened> }>();

  function lookUp(partnerId: string): Promise<Opened> {
    const found = kept.get(partnerId);
    if (found !== undefined && found.untilMs > source.now()) return found.opened;
    const opened = open(source, partnerId);
    kept.delete(partnerId);
    const oldest = kept.keys().next();
    if (kept.size >= MAX_PARTNERS && oldest.done !== true) kept.delete(oldest.value);
    const entry = { untilMs: source.now() + ENDPOINT_CACHE_MS, opened };
    kept.set(partnerId, entry);
    // A failed look-up is not remembered; whoever waits for it gets the error.
    opened.catch(() => {
      if (kept.get(partnerId) === entry) kept.delete(partnerId);
    });
    return opened;
  }

  return {
    async of(partnerId) {
      const { url, secrets } = await lookUp(partnerId);
      const now = source.now();
      return {
        url,
        secrets: secrets.filter(({ expiresAtMs }) => expiresAtMs > now).map(({ secret }) => secret),
      };
    },
  };
}

async function open({ readSettings, openSecret, now }: EndpointSource, partnerId: string): Promise<Opened> {
  const settings = await readSettings(partnerId);
  if (settings === undefined || settings.url === null) return { url: null, secrets: [] };
  const live = settings.secrets
    .map(({ sealed, expiresAt }) => ({
      sealed,
      expiresAtMs: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    }))
    .filter(({ expiresAtMs }) => expiresAtMs > now());
  return {
    url: settings.url,
    secrets: await Promise.all(
      live.map(async ({ sealed, expiresAtMs }) => ({
        secret: await openSecret(sealed, partnerId),
        expiresAtMs,
      })),
    ),
  };
}
