import type { AwsCall } from './calls';

/** A list that a service gives in pages, by the names of its interface. */
export interface List {
  readonly service: string;
  readonly operation: string;
  /** The field of the answer with the items; in XML the element around its members. */
  readonly items: string;
  /** The parameter that takes the token of the next page, and the field that gives it. */
  readonly takes: string;
  readonly gives: string;
  /** The field that says that there is more. @default none */
  readonly flag?: string;
  /** The field of an item with the time at which it was made. @default none */
  readonly created?: string;
  /** `records`: what runs up while a stage works; a page has a third of it. Of all others a page has one or two. */
  readonly isOfRecords?: boolean;
  /** `last`: the token is the last item itself. @default a token of our own */
  readonly tokenIs?: 'last';
  /** A parameter without which the service answers all at once. @default none */
  readonly pagesWith?: string;
}

// biome-ignore format: a table reads by its rows
const lists: readonly List[] = [
  { service: 'logs', operation: 'DescribeLogGroups', items: 'logGroups', takes: 'nextToken', gives: 'nextToken', created: 'creationTime' },
  { service: 'logs', operation: 'FilterLogEvents', items: 'events', takes: 'nextToken', gives: 'nextToken', created: 'timestamp', isOfRecords: true },
  { service: 'logs', operation: 'DescribeQueryDefinitions', items: 'queryDefinitions', takes: 'nextToken', gives: 'nextToken' },
  { service: 'dynamodb', operation: 'ListTables', items: 'TableNames', takes: 'ExclusiveStartTableName', gives: 'LastEvaluatedTableName', tokenIs: 'last' },
  { service: 'sqs', operation: 'ListQueues', items: 'QueueUrls', takes: 'NextToken', gives: 'NextToken', pagesWith: 'MaxResults' },
  { service: 'monitoring', operation: 'DescribeAlarms', items: 'MetricAlarms', takes: 'NextToken', gives: 'NextToken' },
  { service: 'monitoring', operation: 'GetMetricData', items: 'MetricDataResults', takes: 'NextToken', gives: 'NextToken' },
  { service: 'codedeploy', operation: 'ListDeployments', items: 'deployments', takes: 'nextToken', gives: 'nextToken' },
  { service: 'kms', operation: 'ListAliases', items: 'Aliases', takes: 'Marker', gives: 'NextMarker', flag: 'Truncated' },
  { service: 'kms', operation: 'ListKeys', items: 'Keys', takes: 'Marker', gives: 'NextMarker', flag: 'Truncated' },
  { service: 'secretsmanager', operation: 'ListSecrets', items: 'SecretList', takes: 'NextToken', gives: 'NextToken', created: 'CreatedDate' },
  { service: 'acm', operation: 'ListCertificates', items: 'CertificateSummaryList', takes: 'NextToken', gives: 'NextToken', created: 'CreatedAt' },
  { service: 'servicequotas', operation: 'ListServiceQuotas', items: 'Quotas', takes: 'NextToken', gives: 'NextToken' },
  { service: 'servicequotas', operation: 'ListAWSDefaultServiceQuotas', items: 'Quotas', takes: 'NextToken', gives: 'NextToken' },
  { service: 'events', operation: 'ListRules', items: 'Rules', takes: 'NextToken', gives: 'NextToken' },
  { service: 'events', operation: 'ListEventBuses', items: 'EventBuses', takes: 'NextToken', gives: 'NextToken' },
  { service: 'lambda', operation: 'ListFunctions', items: 'Functions', takes: 'Marker', gives: 'NextMarker' },
  { service: 'lambda', operation: 'ListAliases', items: 'Aliases', takes: 'Marker', gives: 'NextMarker' },
  { service: 'lambda', operation: 'ListVersionsByFunction', items: 'Versions', takes: 'Marker', gives: 'NextMarker' },
  { service: 'lambda', operation: 'ListEventSourceMappings', items: 'EventSourceMappings', takes: 'Marker', gives: 'NextMarker' },
  { service: 'apigateway', operation: 'GetRestApis', items: 'item', takes: 'position', gives: 'position', created: 'createdDate' },
  { service: 'apigateway', operation: 'GetResources', items: 'item', takes: 'position', gives: 'position' },
  { service: 'scheduler', operation: 'ListSchedules', items: 'Schedules', takes: 'NextToken', gives: 'NextToken', created: 'CreationDate' },
  { service: 'cloudformation', operation: 'DescribeStacks', items: 'Stacks', takes: 'NextToken', gives: 'NextToken' },
  { service: 'cloudformation', operation: 'ListStacks', items: 'StackSummaries', takes: 'NextToken', gives: 'NextToken', created: 'CreationTime' },
  { service: 'cloudformation', operation: 'ListStackResources', items: 'StackResourceSummaries', takes: 'NextToken', gives: 'NextToken' },
  { service: 'cloudformation', operation: 'DescribeStackEvents', items: 'StackEvents', takes: 'NextToken', gives: 'NextToken', isOfRecords: true },
  { service: 'cloudformation', operation: 'DescribeChangeSet', items: 'Changes', takes: 'NextToken', gives: 'NextToken' },
  { service: 'cloudformation', operation: 'ListExports', items: 'Exports', takes: 'NextToken', gives: 'NextToken' },
  { service: 'iam', operation: 'ListRoles', items: 'Roles', takes: 'Marker', gives: 'Marker', flag: 'IsTruncated', created: 'CreateDate' },
  { service: 'iam', operation: 'ListAttachedRolePolicies', items: 'AttachedPolicies', takes: 'Marker', gives: 'Marker', flag: 'IsTruncated' },
  { service: 'iam', operation: 'ListPolicies', items: 'Policies', takes: 'Marker', gives: 'Marker', flag: 'IsTruncated', created: 'CreateDate' },
  { service: 'sns', operation: 'ListTopics', items: 'Topics', takes: 'NextToken', gives: 'NextToken' },
  { service: 'sns', operation: 'ListSubscriptionsByTopic', items: 'Subscriptions', takes: 'NextToken', gives: 'NextToken' },
];

/** Parameters by which a service that the cloud behind pages itself is asked for so many at most. */
const pageSizes: Readonly<Record<string, string>> = {
  ListObjectsV2: 'max-keys',
  ListObjectVersions: 'max-keys',
  ListHostedZones: 'maxitems',
  ListResourceRecordSets: 'maxitems',
};

/** The list that a call asks for, if it asks for one that is paged here. */
export function listOf({ service, operation, parameters }: AwsCall): List | undefined {
  const list = lists.find((one) => one.service === service && one.operation === operation);
  return list?.pagesWith !== undefined && !parameters.has(list.pagesWith) ? undefined : list;
}

/** The parameter of the page size, of a list whose pages the cloud behind makes. */
export function pageSizeParameter({ operation }: AwsCall): string | undefined {
  return pageSizes[operation];
}
