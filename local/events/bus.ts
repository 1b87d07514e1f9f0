import { setTimeout as sleep } from 'node:timers/promises';
import { jsonClient } from '#local/engines/json-client';
import type { JsonObject } from '#local/engines/json-object';
import { startJsonService } from '#local/engines/json-service';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Report, reportToStderr } from '#local/engines/local-cloud';
import { type BusEvent, readEntries } from '#local/events/event-entry';
import { compilePattern, type EventMatcher, type EventPattern } from '#local/events/event-pattern';
import { PartnerBuses } from '#local/events/partner-buses';
import { compileTargetInput, type InputTransformer, type TargetInput } from '#local/events/target-input';

/** The cloud tries for 24 hours; a queue in this very process that fails five times will not come back. */
const DEFAULT_RETRY_DELAYS_MS = [50, 200, 800, 2_000];
const STOP_WITHIN_MS = 2_000;

/** One SQS target of a rule, its references resolved to queue URLs. */
export interface BusTarget {
  readonly id: string;
  readonly queueUrl: string;
  readonly inputPath?: string | undefined;
  readonly inputTransformer?: InputTransformer | undefined;
  /** `SqsParameters.MessageGroupId`: a literal, the same for every event. */
  readonly messageGroupId?: string | undefined;
  readonly deadLetterQueueUrl?: string | undefined;
}

/** A resolved AWS::Events::Rule. */
export interface BusRule {
  readonly name: string;
  readonly eventBusName: string;
  readonly eventPattern: EventPattern;
  readonly state?: 'ENABLED' | 'DISABLED' | undefined;
  readonly targets: readonly BusTarget[];
}

export interface EventBusOptions {
  /** Custom buses; `default` exists besides. */
  readonly busNames: readonly string[];
  readonly rules: readonly BusRule[];
  readonly sqsEndpoint: string;
  /** Buses of other accounts. @default takes everything, and shows nothing */
  readonly partnerBuses?: PartnerBuses;
  /** Waits before the second, third … try to reach a target, in milliseconds. */
  readonly retryDelaysMs?: readonly number[];
  readonly report?: Report;
}

export interface EventBus {
  /** Serves PutEvents of the EventBridge API. */
  readonly endpoint: string;
  /** Resolves when everything accepted so far has reached its target or its dead-letter queue. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface Route {
  readonly rule: BusRule;
  readonly matches: EventMatcher;
  readonly targets: readonly RoutedTarget[];
}

interface RoutedTarget {
  readonly target: BusTarget;
  readonly input: TargetInput;
}

/**
 * An event bus with EventBridge's patterns and SQS targets. It answers once the entries are read; targets are
 * reached afterwards, as in the cloud, so delivery is at least once and in no promised order.
 */
export async function startEventBus(options: EventBusOptions): Promise<EventBus> {
  const { report = reportToStderr, retryDelaysMs = DEFAULT_RETRY_DELAYS_MS } = options;
  const busNames = new Set(['default', ...options.busNames]);
  const { partnerBuses = new PartnerBuses() } = options;
  const routes = options.rules.map((rule) => compileRule(rule, busNames));
  const sqs = jsonClient({ endpoint: options.sqsEndpoint, service: 'sqs', target: 'AmazonSQS' });
  const underway = new Set<Promise<void>>();
  const stopping = new AbortController();

  function dispatch(busName: string, event: BusEvent): void {
    for (const { rule, matches, targets } of routes) {
      if (rule.state === 'DISABLED' || rule.eventBusName !== busName || !matches(event)) continue;
      for (const target of targets) {
        const delivery = deliver(rule, target, event).finally(() => underway.delete(delivery));
        underway.add(delivery);
      }
    }
  }

  async function deliver(rule: BusRule, { target, input }: RoutedTarget, event: BusEvent): Promise<void> {
    try {
      const message = { QueueUrl: target.queueUrl, MessageBody: input(event), MessageGroupId: target.messageGroupId };
      const error = await sendWithRetries(message);
      if (error === undefined) return;
      const lost = `Rule ${rule.name} could not reach its target ${target.id}`;
      if (target.deadLetterQueueUrl === undefined) {
        report(`${lost} and has no dead-letter queue; event ${event.id} is gone: ${error.message}`);
        return;
      }
      report(`${lost}; event ${event.id} goes to its dead-letter queue: ${error.message}`);
      const second = await sendWithRetries(deadLetter(target.deadLetterQueueUrl, rule, event, error));
      if (second !== undefined) report(`The dead-letter queue of rule ${rule.name} failed too: ${second.message}`);
    } catch (error) {
      report(`Rule ${rule.name} failed on event ${event.id}: ${String(error)}`);
    }
  }

  async function sendWithRetries(message: JsonObject): Promise<Error | undefined> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await sqs.call('SendMessage', message);
        return undefined;
      } catch (error) {
        const delayMs = retryDelaysMs[attempt];
        if (delayMs === undefined || stopping.signal.aborted)
          return error instanceof Error ? error : new Error(String(error));
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  function deadLetter(queueUrl: string, rule: BusRule, event: BusEvent, error: Error): JsonObject {
    const attributes = {
      RULE_ARN: `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:rule/${rule.eventBusName}/${rule.name}`,
      ERROR_CODE: error.name,
      ERROR_MESSAGE: error.message || error.name,
      RETRY_ATTEMPTS: String(retryDelaysMs.length),
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
    };
    return {
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(event),
      MessageAttributes: Object.fromEntries(
        Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
      ),
    };
  }

  async function settled(): Promise<void> {
    while (underway.size > 0) await Promise.all(underway);
  }

  const service = await startJsonService({
    target: 'AWSEvents',
    operations: {
      PutEvents(input) {
        const outcomes = readEntries(input, { names: busNames, ofPartners: partnerBuses });
        const Entries = outcomes.map((outcome) => {
          if (!outcome.accepted) return { ErrorCode: outcome.ErrorCode, ErrorMessage: outcome.ErrorMessage };
          if (PartnerBuses.isOne(outcome.busName)) partnerBuses.keep(outcome.busName, outcome.event);
          else dispatch(outcome.busName, outcome.event);
          return { EventId: outcome.event.id };
        });
        return { FailedEntryCount: outcomes.filter(({ accepted }) => !accepted).length, Entries };
      },
    },
  });

  return {
    endpoint: service.endpoint,
    settled,
    async stop() {
      await service.stop();
      await Promise.race([settled(), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      stopping.abort();
      await settled();
      sqs.stop();
    },
  };
}

function compileRule(rule: BusRule, busNames: ReadonlySet<string>): Route {
  if (!busNames.has(rule.eventBusName)) throw new Error(`Rule ${rule.name}: there is no bus ${rule.eventBusName}.`);
  for (const { messageGroupId } of rule.targets) checkGroup(rule.name, messageGroupId);
  return {
    rule,
    matches: compilePattern(rule.eventPattern),
    targets: rule.targets.map((target) => ({
      target,
      input: compileTargetInput({
        ruleName: rule.name,
        inputPath: target.inputPath,
        inputTransformer: target.inputTransformer,
      }),
    })),
  };
}

/**
 * EventBridge sends the text unchanged, so a path would be one group for all events.
 * @throws Error for a path, and for what AWS refuses: more than 100 characters, or one that SQS does not allow
 */
function checkGroup(ruleName: string, messageGroupId: string | undefined): void {
  if (messageGroupId === undefined) return;
  const isLiteral = /^[!-~]{1,100}$/.test(messageGroupId) && !/^\$|\$[.[]/.test(messageGroupId);
  if (!isLiteral)
    throw new Error(
      `Rule ${ruleName}: the MessageGroupId ${JSON.stringify(messageGroupId)} is no literal of 1 to 100 characters. EventBridge reads no path there.`,
    );
}
