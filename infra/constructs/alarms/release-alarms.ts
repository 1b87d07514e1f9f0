import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { BusinessAlarm } from '#infra/constructs/alarms/business-alarm';
import { serviceMetric } from '#infra/constructs/service-metric';

/**
 * Ring for failures of any endpoint that are this service's own: a function that crashed, ran out of time or memory,
 * or met an error that no rule foresees. An answer that a provider's outage, a partner's input or throttling explains
 * is none of them, so no third party can hold a release up (docs/adr/003).
 */
export class ReleaseAlarms extends Construct {
  /** Name of the alarm that rolls releases back. */
  readonly alarmName: string;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    const metric = serviceMetric(config, 'unexpectedFailure', { statistic: 'Sum' });
    new BusinessAlarm(this, 'Endpoint', {
      config,
      name: 'endpoint-failing',
      severity: 'page',
      impact: 'Callers of at least one endpoint get an error of ours instead of an answer.',
      firstLook: 'the saved query failed-requests, then the access log for 502 and 504, which name the endpoint.',
      metric,
      above: 0,
    });
    this.alarmName = new BusinessAlarm(this, 'Release', {
      config,
      name: 'release-failing',
      severity: 'page',
      impact: 'Callers of several endpoints, or many of one, get errors of ours; a release in progress is rolled back.',
      firstLook: 'what was deployed last, then the saved query failed-requests.',
      metric,
      // A minute: one input that breaks a quiet endpoint is no reason to roll all of them back.
      above: 5,
    }).alarmName;
  }
}
