/** Permitted targets of webhooks: one rule for the settings, which refuse a URL, and for the attempts, which fail on one. */
import { localNetworkAllowed } from '#shared/platform/config/environment';
import type { ConnectionRules } from '#shared/platform/network/guarded-request';

/**
 * https to public addresses. A local run also takes loopback and private addresses, and plain http to these alone, so
 * that nothing passes there that is refused once it is deployed.
 */
export function targetConnectionRules(): ConnectionRules {
  return { localNetworkAllowed: localNetworkAllowed(), plainHttp: 'LOCAL' };
}
