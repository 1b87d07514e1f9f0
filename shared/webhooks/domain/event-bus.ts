/** Event buses of partners, in accounts of AWS that are not ours. */

/**
 * ARN of a bus in the public regions of AWS, whose names begin as the SDK's rules for the partition `aws` have it: other partitions
 * take no calls from this one. Nothing in it can lead a client to another host.
 */
export const EVENT_BUS_ARN =
  /^arn:aws:events:(?:af|ap|ca|eu|il|me|mx|sa|us)-[a-z]{1,20}-[1-9]:[0-9]{12}:event-bus\/[A-Za-z0-9._-]{1,256}$/;

/** Reads the region of a bus and the account that it is in from its ARN. @throws Error when the text is no ARN of a bus */
export function parseEventBusArn(arn: string): { readonly region: string; readonly accountId: string } {
  const [, , , region, accountId] = arn.split(':');
  if (!EVENT_BUS_ARN.test(arn) || region === undefined || accountId === undefined)
    throw new Error('An endpoint has an unknown form of event bus');
  return { region, accountId };
}

/**
 * `Source` of every event that a partner's bus is sent. No partner can choose it: by it the policy of a bus tells the events of its owner
 * from those of a partner that names a bus of somebody else.
 */
export function eventSource(partnerId: string): string {
  return `partner-ramp/${partnerId}`;
}
