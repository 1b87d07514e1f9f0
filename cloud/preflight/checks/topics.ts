import * as z from 'zod';
import { AwsRefusal, whenVisible } from '#cloud/aws/aws-caller';
import { arnsOf, type Check, type Finding, type PreflightContext, type SettingArn, together } from '../check';

const topic = z.object({
  Attributes: z.object({
    SubscriptionsConfirmed: z.coerce.number().default(0),
    SubscriptionsPending: z.coerce.number().default(0),
    KmsMasterKeyId: z.string().optional(),
  }),
});

/** The key that AWS makes for SNS. Its policy lets no alarm publish, and cannot be changed. */
const AWS_MANAGED_KEY = /^(?:arn:aws[\w-]*:kms:.*:)?alias\/aws\/sns$/;

async function look({ aws, region }: PreflightContext, { setting, arn, region: own }: SettingArn): Promise<Finding> {
  const name = `${setting} ${arn.split(':').at(-1)}`;
  if (own !== region) return { found: `${name}: in ${own}`, todo: `name a topic in ${region}: alarms notify no other` };
  try {
    const { Attributes } = await whenVisible(() => aws.call('sns GetTopicAttributes', { TopicArn: arn }, topic));
    const { SubscriptionsConfirmed: confirmed, SubscriptionsPending: pending, KmsMasterKeyId = '' } = Attributes;
    const found = `${name}: ${confirmed} confirmed subscriptions`;
    if (AWS_MANAGED_KEY.test(KmsMasterKeyId))
      return {
        found: `${name}: encrypted by the key of AWS, with which no alarm can publish`,
        todo: `encrypt ${name} by a key of your own whose policy lets cloudwatch.amazonaws.com use it, or by none`,
      };
    if (confirmed > 0) return { found };
    const waiting = pending > 0 ? `confirm one of the ${pending} subscriptions of ${name}` : `subscribe to ${name}`;
    return { found, todo: `${waiting}: its alarms reach no one` };
  } catch (error) {
    if (!(error instanceof AwsRefusal) || !error.isAbsence) throw error;
    return { found: `${name}: there is no such topic`, todo: `make the topic of ${setting}, and subscribe to it` };
  }
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
