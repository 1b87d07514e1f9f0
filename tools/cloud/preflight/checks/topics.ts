import { unlessAbsent } from '#cloud/aws/clients';
import { arnsOf, type Check, type Finding, type PreflightContext, type SettingArn, together } from '../check';

/** AWS managed key of SNS. Its policy does not allow alarms to publish, and cannot be changed. */
const AWS_MANAGED_KEY = /^(?:arn:aws[\w-]*:kms:.*:)?alias\/aws\/sns$/;

async function look({ aws, region }: PreflightContext, { setting, arn, region: own }: SettingArn): Promise<Finding> {
  const name = `${setting} ${arn.split(':').at(-1)}`;
  if (own !== region) return { found: `${name}: in ${own}`, todo: `use a topic in ${region}, where the alarms are` };
  const topic = await unlessAbsent(aws.sns.getTopicAttributes({ TopicArn: arn }));
  if (topic === undefined)
    return { found: `${name}: there is no such topic`, todo: `create and subscribe to the topic of ${setting}` };
  const { SubscriptionsConfirmed = '0', SubscriptionsPending = '0', KmsMasterKeyId = '' } = topic.Attributes ?? {};
  const found = `${name}: ${SubscriptionsConfirmed} confirmed subscriptions`;
  if (AWS_MANAGED_KEY.test(KmsMasterKeyId))
    return {
      found: `${name}: encrypted with the AWS managed key, which alarms cannot use`,
      todo: `encrypt ${name} with your own key whose policy allows cloudwatch.amazonaws.com, or disable encryption`,
    };
  if (SubscriptionsConfirmed !== '0') return { found };
  const isWaiting = SubscriptionsPending !== '0';
  const todo = isWaiting
    ? `confirm one of the ${SubscriptionsPending} subscriptions of ${name}`
    : `subscribe to ${name}`;
  return { found, todo: `${todo}: its alarms notify nobody` };
}

export const topics: Check = {
  id: 'alarm-topics',
  asks: 'Does every alarm topic exist, accept alarms, and have a confirmed subscription?',
  async run(context) {
    const all = arnsOf(context.config, 'sns');
    if (all.length === 0) return { found: 'the settings contain no topic, so alarms notify nobody' };
    return together(await Promise.all(all.map((one) => look(context, one))));
  },
};
