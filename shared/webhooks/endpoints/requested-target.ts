import { exactlyOneField, invalidInput } from '#shared/api/problems';
import { required } from '#shared/platform/config/environment';
import { parseEventBusArn } from '#shared/webhooks/domain/event-bus';
import { assertTargetUrl } from '#shared/webhooks/settings/change-settings';

/** Where an endpoint sends, as partners ask for it. Null counts as absent. */
interface Asked {
  readonly url?: string | null | undefined;
  readonly eventBusArn?: string | null | undefined;
}

/** A URL, or an event bus, as an endpoint stores it. */
export type RequestedTarget =
  | { readonly url: string; readonly eventBusArn?: undefined }
  | { readonly url: null; readonly eventBusArn: string };

/**
 * The one target that a request names. A bus of our own account is none: what a partner puts there could come back to us as an
 * event of our own. Needs ACCOUNT_ID.
 * @throws Problem INVALID_USER_INPUT_ERROR for both or neither, and for one that cannot be a target
 */
export function parseTarget({ url, eventBusArn }: Asked): RequestedTarget {
  if (url != null && eventBusArn == null) {
    assertTargetUrl(url);
    return { url };
  }
  if (url != null || eventBusArn == null) throw exactlyOneField('url', 'eventBusArn');
  if (parseEventBusArn(eventBusArn).accountId === required('ACCOUNT_ID'))
    throw invalidInput([{ field: 'eventBusArn', message: 'Must be an event bus of your own account' }]);
  return { url: null, eventBusArn };
}
