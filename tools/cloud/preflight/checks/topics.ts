import { unlessAbsent } from '#cloud/aws/clients';
import { arnsOf, type Check, type Finding, type PreflightContext, type SettingArn, together } from '../check';

/** AWS managed key of SNS. Its policy does not allow alarms to publish, and cannot be changed. */
const AWS_MANAGED_KEY = /^(?:arn:aws[\w-]*:kms:.*:)?alias\/aws\/sns$/;

async function look({ aws, region }: PreflightContext, { setting, arn, region: own }: SettingArn): Promise<Finding> {
  const name = `${setting} ${arn.split(':').at(-1)}`;
  if (own !== region) return { found: `${name}: in ${own}`, todo: `name a topic in ${region}: alarms notify no other` };
  const topic = await unlessAbsent(aws.sns.getTopicAttributes({ TopicArn: arn }));
  if (topic === undefined)
    return { found: `${name}: there is no such topic`, todo: `make the topic of ${setting}, and subscribe to it` };
  const { SubscriptionsConfirmed = '0', SubscriptionsPending = '0', KmsMasterKeyId = '' } = topic.Attributes ?? {};
  const found = `${name}: ${SubscriptionsConfirmed} confirmed subscriptions`;
  if (AWS_MANAGED_KEY.test(KmsMasterKeyId))
    return {
      found: `${name}: encrypted by the key of AWS, with which no alarm can publish`,
      todo: `encrypt ${name} by a key of your own whose policy lets cloudwatch.amazonaws.com use it, or by none`,
    };
  if (SubscriptionsConfirmed !== '0') return { found };
  const isWaiting = SubscriptionsPending !== '0';
  const todo = isWaiting
    ? `confirm one of the ${SubscriptionsPending} subscriptions of ${name}`
    : `subscribe to ${name}`;
  return { found, todo: `${todo}: its alarms reach no one` };
}

export const topics: Check = {
  id: 'alarm-topics',
  asks: 'Does every topic of alarms exist, take them, and reach someone?',
  async run(context) {
    const all = arnsOf(context.config, 'sns');
    if (all.length === 0) return { found: 'the settings name none: alarms only show' };
    return together(await Promise.all(all.map((one) => look(context, one))));
  },
};
