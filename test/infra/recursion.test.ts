import { describe, expect, it } from 'vitest';
import { workers } from '#shared/contract/endpoints';
import {
  at,
  findFunction,
  findResources,
  listAt,
  type Resource,
  STAGES,
  type StageTemplates,
  stageTemplates,
  target,
} from '#test/infra/support/stage-templates';

/** Link over which messages or changes flow: logical ids of two resources, `bus` for the stage's bus, `table` for its table. */
type Edge = readonly [from: string, to: string];

const TABLE_WRITE = /^dynamodb:(PutItem|UpdateItem|DeleteItem)$/;

function allowedStatements(stage: StageTemplates, lambda: Resource): unknown[] {
  const role = findResources(stage, 'AWS::IAM::Role').find(({ id }) => id === target(at(lambda.Properties, 'Role')));
  return listAt(role?.Properties, 'Policies', 0, 'PolicyDocument', 'Statement').filter(
    (statement) => at(statement, 'Effect') === 'Allow',
  );
}

/** Returns true if a statement allows events on the stage's own bus. Events on a partner's bus do not return automatically. */
function isOnOwnBus(statement: unknown): boolean {
  const isForBus = listAt(statement, 'Action').includes('events:PutEvents');
  return isForBus && target(at(statement, 'Resource')) !== undefined;
}

/** Finds the queues, the bus and the table to which a function may write, by its role. */
function outgoing(stage: StageTemplates, lambda: Resource): Edge[] {
  const queues = new Set(findResources(stage, 'AWS::SQS::Queue').map(({ id }) => id));
  return allowedStatements(stage, lambda).flatMap((statement): Edge[] => {
    const actions = listAt(statement, 'Action').map(String);
    const sent = actions.includes('sqs:SendMessage') ? listAt(statement, 'Resource').map(target) : [];
    return [
      ...sent.flatMap((id): Edge[] => (id !== undefined && queues.has(id) ? [[lambda.id, id]] : [])),
      ...(isOnOwnBus(statement) ? ([[lambda.id, 'bus']] satisfies Edge[]) : []),
      ...(actions.some((action) => TABLE_WRITE.test(action)) ? ([[lambda.id, 'table']] satisfies Edge[]) : []),
    ];
  });
}

/** Finds all paths of messages and changes: permissions, rules, event source mappings, and dead-letter queues. */
function edges(stage: StageTemplates, functions: readonly Resource[]): Edge[] {
  const known = (from: string | undefined, to: string | undefined): Edge[] =>
    from !== undefined && to !== undefined ? [[from, to]] : [];
  return [
    ...functions.flatMap((lambda) => outgoing(stage, lambda)),
    ...findResources(stage, 'AWS::Events::Rule').flatMap(({ Properties }) =>
      listAt(Properties, 'Targets').flatMap((one) => known('bus', target(at(one, 'Arn')))),
    ),
    ...findResources(stage, 'AWS::SQS::Queue').flatMap(({ id, Properties }) =>
      known(id, target(at(Properties, 'RedrivePolicy', 'deadLetterTargetArn'))),
    ),
    ...findResources(stage, 'AWS::Lambda::EventSourceMapping').flatMap(({ Properties }) => {
      const source =
        at(Properties, 'EventSourceArn', 'Ref') === undefined ? target(at(Properties, 'EventSourceArn')) : 'table';
      return known(source, target(at(Properties, 'FunctionName')));
    }),
  ];
}

/** Returns true if a message can return to its start. */
function isOnCycle(start: string, all: readonly Edge[]): boolean {
  const reached = new Set<string>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [from, to] of all) {
      if (from !== next || reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached.has(start);
}

describe.each(STAGES)('functions of %s whose messages come back to them', (env) => {
  const stage = stageTemplates(env);
  const functions = findResources(stage, 'AWS::Lambda::Function');
  const all = edges(stage, functions);
  const idsOf = (found: readonly Resource[]) =>
    workers.map(({ id }) => id).filter((id) => found.some((one) => one.id === findFunction(stage, id)?.id));
  const cyclic = (among: readonly Edge[]) => functions.filter(({ id }) => isOnCycle(id, among));
  // Lambda detects a loop through queues, but not through a table stream or an event bus.
  const counted = cyclic(
    all.filter(([from, to]) => from !== 'table' && from !== 'bus' && to !== 'table' && to !== 'bus'),
  );

  it('are the three that read queues, and Lambda lets these go on', () => {
    expect(idsOf(counted)).toEqual(['deliverWebhook', 'markUndeliverable', 'runStep']);
    const allowed = functions.filter(({ Properties }) => at(Properties, 'RecursiveLoop') === 'Allow');
    expect(allowed.map(({ id }) => id).sort()).toEqual(counted.map(({ id }) => id).sort());
  });

  it('are those and the two readers of the stream, where the table and the bus count too', () => {
    const found = cyclic(all);
    expect(idsOf(found)).toEqual(['publishEvents', 'projectChanges', 'deliverWebhook', 'markUndeliverable', 'runStep']);
    expect(found).toHaveLength(5);
  });

  it('has an alarm on every invocation of a worker that Lambda drops as recursive', () => {
    const alarm = findResources(stage, 'AWS::CloudWatch::Alarm').find(
      ({ Properties }) => at(Properties, 'AlarmName') === `PartnerRamp-${env}-recursion-dropped`,
    );
    expect(alarm?.Properties).toMatchObject({ Threshold: 0, EvaluationPeriods: 1, TreatMissingData: 'notBreaching' });
    const watched = listAt(alarm?.Properties, 'Metrics')
      .map((one) => at(one, 'MetricStat', 'Metric'))
      .filter((metric) => at(metric, 'MetricName') === 'RecursiveInvocationsDropped')
      .map((metric) => target(at(metric, 'Dimensions', 0, 'Value')));
    expect(watched.sort()).toEqual(workers.map(({ id }) => findFunction(stage, id)?.id).sort());
  });
});
