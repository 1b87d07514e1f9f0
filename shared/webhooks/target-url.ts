/** Allowed webhook URLs. The settings refuse other URLs, and attempts to other URLs fail. */
import { localNetworkAllowed } from '#shared/platform/config/environment';
import type { ConnectionRules } from '#shared/platform/network/guarded-request';

/**
 * Allows https to public addresses. A local run also allows loopback and private addresses, and plain http only to these
 * addresses. Therefore a public URL that a local run accepts is also accepted after deployment.
 */
export function targetConnectionRules(): ConnectionRules {
  return { localNetworkAllowed: localNetworkAllowed(), plainHttp: 'LOCAL' };
}
