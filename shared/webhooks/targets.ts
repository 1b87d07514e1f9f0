import { boundedCache } from '#shared/platform/bounded-cache';
import type { Endpoint } from './domain/endpoint';
import { activeSecrets } from './domain/signing-secrets';
import type { DeliveryMessage } from './messaging/messages';

/** Destination of a delivery. */
export type WebhookTarget =
  | {
      readonly kind: 'URL';
      readonly url: string;
      /** Valid `whsec_…` secrets, newest first. */
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: 'EVENT_BUS';
      readonly eventBusArn: string;
    }
  | {
      readonly kind: 'NONE';
      readonly reason: string;
      /** True if the endpoint was deleted: further attempts are useless. */
      readonly isFinal: boolean;
    };

const NO_URL: WebhookTarget = { kind: 'NONE', reason: 'No webhook URL', isFinal: false };
const DELETED: WebhookTarget = { kind: 'NONE', reason: 'The webhook endpoint was deleted', isFinal: true };

export interface TargetSource {
  readonly readEndpoint: (partnerId: string, endpointId: string | undefined) => Promise<Endpoint | undefined>;
  readonly openSecret: (sealed: string, partnerId: string) => Promise<string>;
  readonly now: () => number;
}

export type WebhookTargets = ReturnType<typeof configuredTargets>;

const MAX_CACHED_SECRETS = 1000;

/**
 * Reads the endpoint before every attempt, so the attempt uses the current URL and secrets. Decrypted secrets never change: each
 * worker caches up to 1,000 in memory, which saves a KMS call per attempt.
 */
export function configuredTargets({ readEndpoint, openSecret, now }: TargetSource) {
  const secrets = boundedCache<string>({ maxEntries: MAX_CACHED_SECRETS });

  return {
    /** @param delivery to the additional endpoint `endpointId`, or to the default endpoint without `endpointId` */
    async forDelivery(delivery: Pick<DeliveryMessage, 'partnerId' | 'endpointId'>): Promise<WebhookTarget> {
      const { partnerId, endpointId } = delivery;
      const endpoint = await readEndpoint(partnerId, endpointId);
      if (endpoint === undefined) return endpointId === undefined ? NO_URL : DELETED;
      if (endpoint.eventBusArn !== undefined) return { kind: 'EVENT_BUS', eventBusArn: endpoint.eventBusArn };
      if (endpoint.url === null) return NO_URL;
      const active = activeSecrets(endpoint.secrets, now());
      return {
        kind: 'URL',
        url: endpoint.url,
        secrets: await Promise.all(
          active.map(({ sealed }) => secrets.get(`${partnerId}\n${sealed}`, () => openSecret(sealed, partnerId))),
        ),
      };
    },
  };
}
