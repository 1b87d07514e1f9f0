import { exactlyOneField, invalidInput } from '#shared/api/problems';
import { required } from '#shared/platform/config/environment';
import { checkUrl } from '#shared/platform/network/address-policy';
import type { Endpoint } from '#shared/webhooks/domain/endpoint';
import { parseEventBusArn } from '#shared/webhooks/domain/event-bus';
import { targetConnectionRules } from '#shared/webhooks/target-url';

/** Target fields of a request. Null counts as absent. */
interface RequestedTarget {
  readonly url?: string | null | undefined;
  readonly eventBusArn?: string | null | undefined;
}

/**
 * Returns the target. Refuses a bus in our AWS account: our rules could mistake a partner's events for ours. Needs ACCOUNT_ID.
 * @throws Problem INVALID_USER_INPUT_ERROR if the request has both a URL and a bus, or neither, or if the target is not allowed
 */
export function parseTarget({ url, eventBusArn }: RequestedTarget): Pick<Endpoint, 'url' | 'eventBusArn'> {
  if (url != null && eventBusArn == null) {
    assertTargetUrl(url);
    return { url };
  }
  if (url != null || eventBusArn == null) throw exactlyOneField('url', 'eventBusArn');
  if (parseEventBusArn(eventBusArn).accountId === required('ACCOUNT_ID'))
    throw invalidInput([{ field: 'eventBusArn', message: 'Must be an event bus of your own account' }]);
  return { url: null, eventBusArn };
}

/** Refuses a URL that cannot receive webhooks. Makes no DNS lookup. @throws Problem INVALID_USER_INPUT_ERROR */
export function assertTargetUrl(url: string): void {
  const violation = checkUrl(url, targetConnectionRules());
  if (violation !== undefined) throw invalidInput([{ field: 'url', message: violation }]);
}
