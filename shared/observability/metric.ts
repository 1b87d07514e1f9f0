/**
 * Metrics as lines in CloudWatch's embedded metric format: no client, no call, nothing to wait for.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */

/** Every metric of the service. Names that end in `Ms` are times, the others are counts. */
export type MetricName =
  | 'firstAttemptMs'
  | 'delivered'
  | 'attemptFailed'
  | 'deliveryFailed'
  | 'parked'
  | 'undeliverable'
  | 'swept'
  | 'unreadableRecord'
  | 'eventsRefused';

/** The CloudWatch namespace of all of them. */
const METRIC_NAMESPACE = 'PartnerRamp';

/** Writes one value under the stage, with counts by kind beside it for whoever reads the line. */
export function metric(name: MetricName, value: number, counts: Readonly<Record<string, number>> = {}): void {
  if (process.env.LOG_LEVEL?.toLowerCase() === 'silent') return;
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: METRIC_NAMESPACE,
          Dimensions: [['Stage']],
          Metrics: [{ Name: name, Unit: name.endsWith('Ms') ? 'Milliseconds' : 'Count' }],
        },
      ],
    },
    Stage: process.env.STAGE ?? 'unknown',
    [name]: value,
    ...(Object.keys(counts).length === 0 ? {} : { counts }),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
