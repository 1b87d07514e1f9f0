import type { AwsCall } from './calls';

/** Time for which something is not seen after it was made, in ms. */
export const HIDDEN_MS = 2000;

/** Calls that make something, with the parameter that names it. */
const creations: Readonly<Record<string, string>> = {
  'dynamodb CreateTable': 'TableName',
  'dynamodb RestoreTableToPointInTime': 'TargetTableName',
  'sqs CreateQueue': 'QueueName',
  'iam CreateRole': 'RoleName',
  'cloudformation CreateStack': 'StackName',
  'secretsmanager CreateSecret': 'Name',
  'logs CreateLogGroup': 'logGroupName',
  'sns CreateTopic': 'Name',
};

/**
 * Reads of one thing by its name that may not know it yet, by what AWS documents of each: DescribeTable "uses an eventually
 * consistent query", SQS asks to "wait at least one second after the queue is created", IAM "is eventually consistent".
 * CloudFormation's reads by name are not among them: the CDK's command line relies on them, and rightly.
 */
const reads: Readonly<Record<string, string>> = {
  'dynamodb DescribeTable': 'TableName',
  'dynamodb DescribeContinuousBackups': 'TableName',
  'sqs GetQueueUrl': 'QueueName',
  'sqs GetQueueAttributes': 'QueueUrl',
  'iam GetRole': 'RoleName',
};

/** Names of what was made through here a moment ago. */
export class FreshNames {
  readonly #visibleFromMs = new Map<string, number>();

  /** Notes what a call that was carried out has made. */
  note(call: AwsCall): void {
    const name = named(creations, call);
    if (name !== undefined) this.#visibleFromMs.set(`${call.service} ${name}`, Date.now() + HIDDEN_MS);
  }

  /** Tells if a call reads something by its name that is not seen yet. */
  hides(call: AwsCall): boolean {
    // A queue is named by the end of its address.
    const name = named(reads, call)?.split('/').at(-1);
    return name !== undefined && this.#isFresh(`${call.service} ${name}`);
  }

  /** Tells if an item of a list is about something that is not seen yet. */
  hidesItem({ service }: AwsCall, text: string): boolean {
    return [...this.#visibleFromMs.keys()].some((key) => {
      const [of, name] = key.split(' ');
      return of === service && name !== undefined && text.includes(name) && this.#isFresh(key);
    });
  }

  #isFresh(key: string): boolean {
    return (this.#visibleFromMs.get(key) ?? 0) > Date.now();
  }
}

function named(table: Readonly<Record<string, string>>, { service, operation, parameters }: AwsCall) {
  const parameter = table[`${service} ${operation}`];
  return parameter === undefined ? undefined : parameters.get(parameter);
}
