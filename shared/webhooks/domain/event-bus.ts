/** Event buses of partners, in the partners' AWS accounts. */

/**
 * ARN of an event bus in a public AWS region. The region prefixes are those of the SDK's partition `aws`, because other
 * partitions accept no calls from `aws`. The pattern allows no text that could redirect a client to another host.
 */
export const EVENT_BUS_ARN =
  /^arn:aws:events:(?:af|ap|ca|eu|il|me|mx|sa|us)-[a-z]{1,20}-[1-9]:[0-9]{12}:event-bus\/[A-Za-z0-9._-]{1,256}$/;

/** Reads region and account id from the ARN of an event bus. @throws Error if the text is not an event bus ARN */
export function parseEventBusArn(arn: string): { readonly region: string; readonly accountId: string } {
  const [, , , region, accountId] = arn.split(':');
  if (!EVENT_BUS_ARN.test(arn) || region === undefined || accountId === undefined)
    throw new Error('An endpoint has an unknown form of event bus');
  return { region, accountId };
}

/**
 * `Source` of all events sent to a partner's event bus. Partners cannot choose this value. A bus policy uses it to reject the
 * events of another partner that registers the same bus.
 */
export function eventSource(partnerId: string): string {
  return `partner-ramp/${partnerId}`;
}
