import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { EndpointType, LambdaRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { ALARM_TOPIC_NAME } from './support-outputs';

/** Accepts every webhook, and writes it into its log, where the rehearsal reads it. */
const RECEIVER = `
exports.handler = async ({ headers, body, path }, { awsRequestId: call }) => {
  const small = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = small;
  console.log(JSON.stringify({ webhook: { call, id, timestamp, signature, path, body: body ?? '' } }));
  return { statusCode: 200, body: '' };
};
`;

/**
 * Stack that a rehearsal needs in the account besides the stage: an address that takes webhooks, since none of a laptop can be
 * reached from there, and a topic that the alarms notify, with a queue that keeps what arrives.
 */
export class SupportStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, { ...props, description: 'Receiver of webhooks and of alarms for a rehearsal of Partner Ramp' });
    const logGroup = new LogGroup(this, 'ReceiverLogs', {
      retention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const handler = new LambdaFunction(this, 'Receiver', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromInline(RECEIVER),
      logGroup,
    });
    const api = new LambdaRestApi(this, 'Address', {
      handler,
      cloudWatchRole: false,
      endpointTypes: [EndpointType.REGIONAL],
    });
    const topic = new Topic(this, 'Alarms', { topicName: ALARM_TOPIC_NAME });
    const queue = new Queue(this, 'AlarmQueue', { retentionPeriod: Duration.days(4) });
    topic.addSubscription(new SqsSubscription(queue));
    for (const [name, value] of Object.entries({
      ReceiverApiId: api.restApiId,
      ReceiverStage: api.deploymentStage.stageName,
      ReceiverUrl: api.url,
      ReceiverLogGroup: logGroup.logGroupName,
      AlarmTopicArn: topic.topicArn,
      AlarmQueueUrl: queue.queueUrl,
    }))
      new CfnOutput(this, name, { value });
  }
}
