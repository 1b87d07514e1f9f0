/** A limit that AWS sets. */
export interface Quota {
  readonly limit: number;
  readonly unit: string;
  /** True if AWS raises it on request. */
  readonly raisable: boolean;
  readonly source: string;
}

/**
 * Default quotas of an account in us-east-1, as AWS's documentation gave them in November 2026. Other regions may have
 * less: a quarter of the gateway's, a twenty-fifth of the bus's. Compare them with Service Quotas before going live.
 */
export const quotas = {
  gatewayRequestsPerS: {
    limit: 10_000,
    unit: 'requests a second of all APIs of the account',
    raisable: true,
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
  },
  gatewayBurst: {
    limit: 5000,
    unit: 'requests at once of all APIs of the account',
    raisable: false,
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
  },
  functionsAtOnce: {
    limit: 1000,
    unit: 'invocations at once of all functions of the account',
    raisable: true,
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html',
  },
  unreservedFunctions: {
    limit: 100,
    unit: 'invocations at once that must stay unreserved',
    raisable: false,
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html',
  },
  functionScaling: {
    limit: 100,
    unit: 'more invocations at once, of one function, each second (1,000 in ten seconds)',
    raisable: false,
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html',
  },
  queueReaders: {
    limit: 1250,
    unit: 'batches at once of one queue',
    raisable: true,
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html',
  },
  tableWrites: {
    limit: 40_000,
    unit: 'write units a second of a table with its indexes',
    raisable: true,
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html',
  },
  tableReads: {
    limit: 40_000,
    unit: 'read units a second of a table with its indexes',
    raisable: true,
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html',
  },
  newTableWrites: {
    limit: 4000,
    unit: 'write units a second of a new on-demand table, or of a new index',
    raisable: true,
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput-scenarios.html',
  },
  newTableReads: {
    limit: 12_000,
    unit: 'read units a second of a new on-demand table, or of a new index',
    raisable: true,
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput-scenarios.html',
  },
  partitionWrites: {
    limit: 1000,
    unit: 'write units a second of one partition, and so of one partition key whose rows sort by time',
    raisable: false,
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
  },
  partitionReads: {
    limit: 3000,
    unit: 'read units a second of one partition',
    raisable: false,
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
  },
  streamReaders: {
    limit: 2,
    unit: 'functions that read one shard of a stream',
    raisable: false,
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html',
  },
  busEvents: {
    limit: 10_000,
    unit: 'PutEvents requests a second, of up to ten events each',
    raisable: true,
    source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html',
  },
  busDeliveries: {
    limit: 18_750,
    unit: 'events a second that the bus hands to targets',
    raisable: true,
    source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html',
  },
  messagesInFlight: {
    limit: 120_000,
    unit: 'messages of one queue that were received and not deleted',
    raisable: true,
    source: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html',
  },
  keyCalls: {
    limit: 10_000,
    unit: 'calls of the key service a second (more in the largest regions)',
    raisable: true,
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html',
  },
} as const satisfies Readonly<Record<string, Quota>>;
