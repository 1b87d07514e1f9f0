import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  at,
  findFunction,
  findResources,
  listAt,
  type Resource,
  STAGES,
  stageTemplates,
  target,
} from '#test/infra/support/stage-templates';
import { nextRelease, otherSettings } from '#test/infra/support/stage-variants';

const DAY_S = 86_400;

describe.each(STAGES)('messaging of %s', (env) => {
  const stage = stageTemplates(env);
  const { queueReaders: readers, changesReader } = stage.config.capacity;
  const queues = findResources(stage, 'AWS::SQS::Queue');
  const mappings = findResources(stage, 'AWS::Lambda::EventSourceMapping');
  const alarms = findResources(stage, 'AWS::CloudWatch::Alarm');
  const policies = findResources(stage, 'AWS::SQS::QueuePolicy');
  const rules = findResources(stage, 'AWS::Events::Rule');

  /** Finds a queue by its name in the code, for example first-attempts. */
  const queue = (name: string): Resource | undefined =>
    queues.find(({ id }) => new RegExp(`^Queues${name.replaceAll('-', '')}[0-9A-F]{8}$`).test(id));
  const source = ({ Properties }: Resource): string | undefined => target(at(Properties, 'EventSourceArn'));
  const redriveTarget = ({ Properties }: Resource): string | undefined =>
    target(at(Properties, 'RedrivePolicy', 'deadLetterTargetArn'));
  const alarmsOn = (id: string | undefined, metric: string): Resource[] =>
    alarms.filter(({ Properties }) =>
      [Properties, ...listAt(Properties, 'Metrics').map((one) => at(one, 'MetricStat', 'Metric'))].some(
        (one) => at(one, 'MetricName') === metric && target(at(one, 'Dimensions', 0, 'Value')) === id,
      ),
    );
  const feeding = (rowId: string): Resource[] =>
    mappings.filter(({ Properties }) => target(at(Properties, 'FunctionName')) === findFunction(stage, rowId)?.id);

  const workQueues = queues.filter((found) => redriveTarget(found) !== undefined);
  const endQueues = queues.filter((found) => redriveTarget(found) === undefined);

  it('has the queues of the design', () => {
    const names = [
      'first-attempts',
      'retries',
      'webhook-dead-letters',
      'steps',
      'steps-dead-letters',
      'bus-undelivered',
      'outbox-discarded',
    ];
    expect(names.map((name) => queue(name)?.id)).not.toContain(undefined);
    expect(queues).toHaveLength(names.length);
  });

  it('gives every queue that a function reads a dead-letter queue, unless it is one', () => {
    const deadLetters = new Set(queues.map(redriveTarget));
    const read = queues.filter(({ id }) => mappings.some((mapping) => source(mapping) === id));
    expect(read.filter((found) => redriveTarget(found) === undefined && !deadLetters.has(found.id))).toEqual([]);
  });

  it.each(endQueues)('has an alarm for any message in $id', ({ id, Properties }) => {
    const [alarm, ...others] = alarmsOn(id, 'ApproximateNumberOfMessagesVisible');
    expect(others).toEqual([]);
    expect(alarm?.Properties).toMatchObject({ Threshold: 0, ComparisonOperator: 'GreaterThanThreshold' });
    expect(at(Properties, 'MessageRetentionPeriod')).toBe(14 * DAY_S);
  });

  it.each(workQueues)('has an alarm on old messages in $id, which leave after five receives', ({ id, Properties }) => {
    expect(alarmsOn(id, 'ApproximateAgeOfOldestMessage')).toHaveLength(1);
    expect(at(Properties, 'RedrivePolicy', 'maxReceiveCount')).toBe(5);
    expect(at(Properties, 'MessageRetentionPeriod')).toBe(4 * DAY_S);
  });

  it.each(queues)('$id is encrypted and refuses plain HTTP', ({ id, Properties }) => {
    expect(at(Properties, 'SqsManagedSseEnabled')).toBe(true);
    const policy = policies.find((candidate) =>
      listAt(candidate.Properties, 'Queues').some((ref) => target(ref) === id),
    );
    expect(listAt(policy?.Properties, 'PolicyDocument', 'Statement')).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });

  it('opens queues to single rules and to no one else', () => {
    const allowed = policies.flatMap(({ Properties }) =>
      listAt(Properties, 'PolicyDocument', 'Statement').filter((statement) => at(statement, 'Effect') === 'Allow'),
    );
    const ruleIds = new Set(rules.map(({ id }) => id));
    for (const statement of allowed) {
      expect(statement).toMatchObject({ Principal: { Service: 'events.amazonaws.com' } });
      expect(ruleIds).toContain(target(at(statement, 'Condition', 'ArnEquals', 'aws:SourceArn')));
    }
    // Each rule may send to its queue and to its dead-letter queue.
    expect(allowed).toHaveLength(2 * rules.length);
  });

  it.each([
    ['first-attempts', 120, 'webhook-dead-letters'],
    ['retries', 120, 'webhook-dead-letters'],
    ['steps', 180, 'steps-dead-letters'],
  ])('hides a received message of %s for %i s and redrives to %s', (name, visibilityS, deadLetters) => {
    const found = queue(name);
    expect(at(found?.Properties, 'VisibilityTimeout')).toBe(visibilityS);
    expect(found && redriveTarget(found)).toBe(queue(deadLetters)?.id);
  });

  it('hides messages for at least six times as long as their consumer may run', () => {
    for (const mapping of mappings) {
      const found = queues.find(({ id }) => id === source(mapping));
      if (found === undefined) continue;
      const consumer = findResources(stage, 'AWS::Lambda::Function').find(
        ({ id }) => id === target(at(mapping.Properties, 'FunctionName')),
      );
      expect(Number(at(found.Properties, 'VisibilityTimeout'))).toBeGreaterThanOrEqual(
        6 * Number(at(consumer?.Properties, 'Timeout')),
      );
    }
  });

  it.each([
    ['deliverWebhook', 'first-attempts', readers.firstAttempts],
    ['deliverWebhook', 'retries', readers.retries],
    ['markUndeliverable', 'webhook-dead-letters', readers.webhookDeadLetters],
    ['runStep', 'steps', readers.steps],
  ])('feeds %s from %s', (rowId, name, concurrency) => {
    const mapping = feeding(rowId).find((candidate) => source(candidate) === queue(name)?.id);
    expect(mapping?.Properties).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: concurrency },
    });
  });

  it.each([
    [
      'publishEvents',
      [{ dynamodb: { NewImage: { outbox: { S: ['OPEN'] } } } }],
      2,
      // The redrive recovers dropped records.
      { MaximumRetryAttempts: 20, MaximumRecordAgeInSeconds: 6 * 3600 },
    ],
    [
      'projectChanges',
      [
        {
          dynamodb: {
            Keys: {
              PK: { S: ['L#', 'AUDIT#', 'APPROVAL#', 'JOURNAL#'].map((prefix) => ({ prefix })) },
            },
          },
        },
        {
          dynamodb: {
            NewImage: {
              entity: {
                S: ['USER', 'KYC', 'PERSON', 'FORMER_PERSON', 'BANK', 'QUOTE', 'TX', 'NTF', 'JOURNAL', 'FEED_BACKLOG'],
              },
            },
          },
        },
      ],
      1,
      // No limits: Lambda retries records until they expire from the stream, because the redrive does not recover them.
      {},
    ],
  ])('feeds %s from the stream, filtered', (rowId, patterns, parallelizationFactor, bounds) => {
    const [mapping, ...others] = feeding(rowId);
    expect(others).toEqual([]);
    expect(JSON.stringify(at(mapping?.Properties, 'EventSourceArn'))).toMatch(
      /Ref.*referencetoPartnerRamp\w+Data\w+StreamArn/,
    );
    expect(mapping?.Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: rowId === 'projectChanges' ? changesReader.batchSize : 50,
      ParallelizationFactor: parallelizationFactor,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
    });
    const windowS = rowId === 'projectChanges' && env === 'production' ? 1 : undefined;
    expect(at(mapping?.Properties, 'MaximumBatchingWindowInSeconds')).toBe(windowS);
    const { MaximumRetryAttempts, MaximumRecordAgeInSeconds } = mapping?.Properties ?? {};
    const set = { MaximumRetryAttempts, MaximumRecordAgeInSeconds };
    expect(JSON.parse(JSON.stringify(set))).toEqual(bounds);
    const filters = listAt(mapping?.Properties, 'FilterCriteria', 'Filters');
    expect(filters.map((filter) => JSON.parse(String(at(filter, 'Pattern'))))).toEqual(patterns);
    expect(target(at(mapping?.Properties, 'DestinationConfig', 'OnFailure', 'Destination'))).toBe(
      queue('outbox-discarded')?.id,
    );
    expect(alarmsOn(findFunction(stage, rowId)?.id, 'IteratorAge')).toHaveLength(1);
  });

  it('reads the stream with two functions at most, which is the limit of a stream', () => {
    expect(mappings).toHaveLength(6);
    expect(mappings.filter(({ Properties }) => 'StartingPosition' in Properties)).toHaveLength(2);
  });

  it('has one rule, which routes due steps to their queue', () => {
    const [rule, ...others] = rules;
    expect(others).toEqual([]);
    expect(at(rule?.Properties, 'EventPattern')).toEqual({ source: ['partner-ramp'], 'detail-type': ['step.ready'] });
    const [routed, ...more] = listAt(rule?.Properties, 'Targets');
    expect(more).toEqual([]);
    expect(target(at(routed, 'Arn'))).toBe(queue('steps')?.id);
    expect(at(routed, 'InputPath')).toBe('$.detail');
    expect(target(at(routed, 'DeadLetterConfig', 'Arn'))).toBe(queue('bus-undelivered')?.id);
  });

  it('fills the queues of webhooks from functions alone, since a rule reads no message group from its event', () => {
    const routed = rules.flatMap(({ Properties }) =>
      listAt(Properties, 'Targets').map((one) => target(at(one, 'Arn'))),
    );
    expect(routed).not.toContain(queue('first-attempts')?.id);
    expect(routed).not.toContain(queue('retries')?.id);
    expect(
      rules.flatMap(({ Properties }) => listAt(Properties, 'Targets').map((one) => at(one, 'SqsParameters'))),
    ).toEqual(rules.map(() => undefined));
  });

  it.each([
    'undeliverable',
    'unreadableRecord',
    'signedFileChanged',
    'auditChanged',
    'entryUnbalanced',
    'changesDeferred',
    'changesUnreadable',
  ])('has an alarm on the metric %s of the stage', (MetricName) => {
    const dimension = { Namespace: 'PartnerRamp', MetricName, Dimensions: [{ Name: 'Stage', Value: env }] };
    const found = alarms.filter(({ Properties }) =>
      listAt(Properties, 'Metrics').some((one) => isDeepStrictEqual(at(one, 'MetricStat', 'Metric'), dimension)),
    );
    expect(found.map(({ Properties }) => at(Properties, 'ComparisonOperator'))).toEqual(['GreaterThanThreshold']);
  });

  it('has an alarm for a redrive that keeps failing or does not run, since all else relies on it', () => {
    const [alarm, ...others] = alarmsOn(findFunction(stage, 'redriveOverdue')?.id, 'Errors');
    expect(others).toEqual([]);
    expect(alarm).toEqual(alarmsOn(findFunction(stage, 'redriveOverdue')?.id, 'Invocations')[0]);
    expect(alarm?.Properties).toMatchObject({ TreatMissingData: 'breaching', EvaluationPeriods: 5 });
  });

  it('starts no run of the redrive twice, and none that is late: neither the schedule nor Lambda repeats it', () => {
    const [schedule] = findResources(stage, 'AWS::Scheduler::Schedule');
    expect(at(schedule?.Properties, 'Target', 'RetryPolicy')).toEqual({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    const [own, ...others] = findResources(stage, 'AWS::Lambda::EventInvokeConfig');
    expect(others).toEqual([]);
    expect(own?.Properties).toMatchObject({
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    expect(target(at(own?.Properties, 'FunctionName'))).toBe(target(at(schedule?.Properties, 'Target', 'Arn')));
  });

  it('redrives every minute', () => {
    const [schedule, ...others] = findResources(stage, 'AWS::Scheduler::Schedule');
    expect(others).toEqual([]);
    expect(schedule?.Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
    });
    expect(target(at(schedule?.Properties, 'Target', 'Arn'))).toBe(findFunction(stage, 'redriveOverdue')?.id);
  });

  it('notifies its topics of pages and tickets, and of their end, and no one of silent alarms', () => {
    const stages = [stage, otherSettings(env), nextRelease(env)];
    const topics = stages.map(({ config }) => config.alarms?.topicArn !== undefined);
    expect(new Set(topics)).toEqual(new Set([true, false]));
    expect(new Set(stages.map(({ config }) => config.alarms?.ticketTopicArn !== undefined))).toEqual(
      new Set([true, false]),
    );
    for (const one of stages)
      for (const { Properties } of [
        ...findResources(one, 'AWS::CloudWatch::Alarm'),
        ...findResources(one, 'AWS::CloudWatch::CompositeAlarm'),
      ]) {
        const { topicArn, ticketTopicArn = topicArn } = one.config.alarms ?? {};
        const description = String(at(Properties, 'AlarmDescription'));
        const [kind = ''] = description.split('.');
        const topic = new Map([
          ['Page', topicArn],
          ['Ticket', ticketTopicArn],
        ]).get(kind);
        const actions = topic === undefined ? undefined : [topic];
        expect([at(Properties, 'AlarmActions'), at(Properties, 'OKActions')], description).toEqual([actions, actions]);
      }
  });

  it('links to the runbook where people read it, and otherwise by its path here', () => {
    for (const one of [otherSettings(env), nextRelease(env)]) {
      const base = `${one.config.alarms?.runbookUrl ?? 'docs/runbook.md'}#`;
      for (const { Properties } of findResources(one, 'AWS::CloudWatch::Alarm'))
        expect(String(at(Properties, 'AlarmDescription')).split(' Runbook: ')[1]?.startsWith(base)).toBe(true);
    }
    expect(otherSettings(env).config.alarms?.runbookUrl).toBeUndefined();
    expect(nextRelease(env).config.alarms?.runbookUrl).toMatch(/^https:/);
  });

  it('outputs what the operator tool needs', () => {
    const outputs = new Set(Object.values(stage.stacks).flatMap(({ Outputs }) => Object.keys(Outputs)));
    const expected = [
      'ApiUrl',
      'TableName',
      'WebhookKeyArn',
      'FilesBucketName',
      'EventBusName',
      'FirstAttemptsQueueUrl',
      'RetriesQueueUrl',
    ];
    const queuesWanted = [
      'WebhookDeadLettersUrl',
      'StepsQueueUrl',
      'StepsDeadLettersUrl',
      'BusUndeliveredUrl',
      'OutboxDiscardedUrl',
    ];
    expect([...expected, ...queuesWanted].filter((name) => !outputs.has(name))).toEqual([]);
  });
});
