import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';

/**
 * Log queries for operators. Logs Insights shows each query as `PartnerRamp-<stage>/<name>`, and docs/runbook.md contains the
 * same texts. Replace an id in capitals, for example `REQUEST`, with the id to search for.
 */
export const savedQueries = {
  'failed-requests': [
    'fields @timestamp, endpoint, status, code, durationMs, requestId, partnerId, transactionId',
    'filter message = "request" and status >= 500',
    'sort @timestamp desc',
    'limit 50',
  ],
  'refusals-by-endpoint': [
    'filter message = "request" and status >= 400',
    'stats count() by endpoint, code, partnerId',
    'sort count() desc',
  ],
  'slow-requests': [
    'filter message = "request"',
    'stats count(), pct(durationMs, 99), max(durationMs) by endpoint, partnerId',
    'sort `pct(durationMs, 99)` desc',
  ],
  'errors-by-message': ['filter level = "error"', 'stats count() by message, errorName, worker', 'sort count() desc'],
  'webhook-attempts': [
    'filter message = "Attempt made"',
    'stats count(), avg(durationMs) by reason, statusCode, partnerId',
    'sort count() desc',
  ],
  providers: [
    'filter ispresent(providerCallFailed) or ispresent(circuitOpened)',
    'stats sum(providerCallFailed), sum(circuitOpened) by provider',
  ],
  'one-request': [
    'fields @timestamp, level, message, endpoint, worker, status, code, errorName, frames',
    'filter requestId = "REQUEST"',
    'sort @timestamp asc',
  ],
  'one-transaction': [
    'fields @timestamp, level, message, endpoint, worker, event, status, code, reason, requestId',
    'filter transactionId = "TRANSACTION"',
    'sort @timestamp asc',
  ],
  'one-webhook': [
    'fields @timestamp, level, message, attempt, statusCode, reason, durationMs, endpointId',
    'filter notificationId = "NOTIFICATION"',
    'sort @timestamp asc',
  ],
  'one-partner': [
    'filter message = "request" and partnerId = "PARTNER"',
    'stats count(), pct(durationMs, 99) by endpoint, status, code',
    'sort count() desc',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Selects log groups by name prefix: a query can list only 50 log groups, and a stage has more. */
function sourceLine({ name }: StageConfig): string {
  return `SOURCE logGroups(namePrefix: ['PartnerRamp-${name}'])`;
}

/** Saves the queries of a stage. Each query searches all log groups of the stage. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    for (const [name, lines] of Object.entries(savedQueries)) {
      new CfnQueryDefinition(this, name, {
        name: `PartnerRamp-${config.name}/${name}`,
        queryString: [sourceLine(config), ...lines].join('\n| '),
      });
    }
  }
}
