import type { LocalQueue } from '#local/engines/queue-engine';
import { type BusRule, type EventBus, startEventBus } from '#local/events/bus';
import { openCheckpoints } from '#local/events/checkpoints';
import type { PartnerBuses } from '#local/events/partner-buses';
import { startQueuePoller } from '#local/events/queue-poller';
import { startSchedule } from '#local/events/schedule';
import { startStreamPoller } from '#local/events/stream-poller';
import type { FunctionInvoker } from '#local/lambda/invocation';
import {
  busSchema,
  functionSchema,
  queueMappingSchema,
  readPart,
  ruleSchema,
  scheduleSchema,
  streamMappingSchema,
} from '#local/template/property-schemas';
import type { Engines } from '#local/wiring/engines';
import { type Parts, parseFunctionKey } from '#local/wiring/parts';
import type { Shutdown } from '#local/wiring/shutdown';

/** Starts the local event bus with the rules in the templates. */
export async function startBus(
  parts: Parts,
  engines: Engines,
  run: { readonly shutdown: Shutdown; readonly partnerBuses: PartnerBuses },
): Promise<EventBus> {
  const rules = parts.ofType('AWS::Events::Rule').map(({ resource, name }): BusRule => {
    const rule = readPart(resource, ruleSchema, parts.resolver);
    return {
      name,
      eventBusName: rule.EventBusName,
      eventPattern: rule.EventPattern,
      targets: rule.Targets.map((target) => ({
        id: target.Id,
        queueUrl: queueAt(engines, target.Arn, `Rule ${name}`).url,
        deadLetterQueueUrl: queueAt(engines, target.DeadLetterConfig.Arn, `Rule ${name}`).url,
      })),
    };
  });
  const busNames = parts
    .ofType('AWS::Events::EventBus')
    .map(({ resource }) => readPart(resource, busSchema, parts.resolver).Name);
  const bus = await startEventBus({
    busNames,
    rules,
    sqsEndpoint: engines.queuesEndpoint,
    partnerBuses: run.partnerBuses,
  });
  run.shutdown.add('Event bus', () => bus.stop());
  return bus;
}

/** Starts the functions' stream mappings, queue mappings and schedules. Skips event sources that the template disables. */
export async function startEventSources(
  parts: Parts,
  engines: Engines,
  run: {
    readonly invoker: FunctionInvoker;
    readonly dataDir: string | undefined;
    readonly shutdown: Shutdown;
  },
): Promise<void> {
  const { invoker, shutdown } = run;
  const checkpoints = await openCheckpoints(run.dataDir);
  const streamArns = new Set(engines.tables.map(({ streamArn }) => streamArn));
  for (const { resource, name } of parts.ofType('AWS::Lambda::EventSourceMapping')) {
    const source = parts.resolver.resolve(resource.stackName, resource.properties.EventSourceArn);
    if (typeof source === 'string' && streamArns.has(source)) {
      const properties = readPart(resource, streamMappingSchema, parts.resolver);
      const { Destination } = properties.DestinationConfig.OnFailure;
      const options = {
        ...{ name, properties, functionKey: parseFunctionKey(properties.FunctionName), invoker },
        endpoint: engines.dynamodbEndpoint,
        streamArn: source,
        checkpoints,
        onFailure: { queueUrl: queueAt(engines, Destination, name).url, sqsEndpoint: engines.queuesEndpoint },
      };
      if (properties.Enabled !== false) shutdown.add(name, startStreamPoller(options).stop);
    } else {
      const properties = readPart(resource, queueMappingSchema, parts.resolver);
      const functionKey = parseFunctionKey(properties.FunctionName);
      const queue = queueAt(engines, properties.EventSourceArn, name);
      checkVisibility(parts, name, { queue, functionKey });
      const options = { name, properties, functionKey, invoker, sqsEndpoint: engines.queuesEndpoint, queue };
      if (properties.Enabled !== false) shutdown.add(name, startQueuePoller(options).stop);
    }
  }
  for (const { resource, name } of parts.ofType('AWS::Scheduler::Schedule')) {
    const { ScheduleExpression, State, Target } = readPart(resource, scheduleSchema, parts.resolver);
    const options = {
      name,
      expression: ScheduleExpression,
      input: Target.Input,
      functionKey: parseFunctionKey(Target.Arn),
      invoker,
    };
    if (State !== 'DISABLED') shutdown.add(name, startSchedule(options).stop);
  }
}

/**
 * Checks a rule of Lambda: the function timeout must not exceed the visibility timeout of the queue.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
function checkVisibility(
  parts: Parts,
  mapping: string,
  to: { readonly queue: LocalQueue; readonly functionKey: string },
) {
  const fn = parts.ofType('AWS::Lambda::Function').find(({ name }) => name === to.functionKey);
  if (fn === undefined) throw new Error(`Mapping ${mapping}: ${to.functionKey} is not a function of the templates`);
  const { Timeout } = readPart(fn.resource, functionSchema, parts.resolver);
  const { visibilityTimeoutS } = to.queue;
  if (Timeout > visibilityTimeoutS)
    throw new Error(
      `Mapping ${mapping}: the function can run for ${Timeout} s, but its messages are hidden for only ${visibilityTimeoutS} s`,
    );
}

function queueAt(engines: Engines, arn: string, where: string) {
  const queue = engines.queuesByArn.get(arn);
  if (queue === undefined) throw new Error(`${where}: ${arn} is not a queue of the templates`);
  return queue;
}
