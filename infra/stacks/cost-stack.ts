import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnAnomalyMonitor, CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce';
import type { Construct } from 'constructs';
import { type StageConfig, stageLabel } from '#infra/config/stages';
import { stageTags } from '#infra/stacks/stack-props';
import { StagePart } from '#infra/stacks/stage-part';

export interface CostStackProps {
  readonly config: StageConfig;
  readonly costs: NonNullable<StageConfig['costs']>;
  /** Topic that is notified. Its policy lets Budgets and Cost Anomaly Detection publish (docs/deploy.md). */
  readonly topicArn: string;
}

/** Share of the budget, in percent, at which each kind of amount rings. */
const THRESHOLDS = { ACTUAL: 80, FORECASTED: 100 } as const;

/** Alarms on what a stage costs. Both count by tags that the organisation has made cost allocation tags (docs/adr/075). */
export class CostStack extends StagePart {
  constructor(scope: Construct, id: string, { config, costs, topicArn }: CostStackProps) {
    super(scope, id, { description: `Alarms on the costs of Partner Ramp (${stageLabel(config)})` });
    const name = `PartnerRamp-${stageLabel(config)}`;
    const { service, env } = stageTags(config);
    const tagged = (key: string, value = '') => ({ tags: { key, values: [value], matchOptions: ['EQUALS'] } });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: name,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: costs.monthlyBudget, unit: 'USD' },
        filterExpression: { and: [tagged('service', service), tagged('env', env)] },
        metrics: ['UnblendedCost'],
      },
      notificationsWithSubscribers: Object.entries(THRESHOLDS).map(([notificationType, threshold]) => ({
        notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
        subscribers: [{ subscriptionType: 'SNS', address: topicArn }],
      })),
    });
    const monitor = new CfnAnomalyMonitor(this, 'Anomalies', {
      monitorName: name,
      monitorType: 'CUSTOM',
      // One key alone: a monitor takes no second.
      monitorSpecification: JSON.stringify({ Tags: { Key: 'env', Values: [env], MatchOptions: ['EQUALS'] } }),
    });
    new CfnAnomalySubscription(this, 'AnomalyAlarm', {
      subscriptionName: name,
      // A topic takes no summary of a day.
      frequency: 'IMMEDIATE',
      monitorArnList: [monitor.attrMonitorArn],
      subscribers: [{ type: 'SNS', address: topicArn }],
      thresholdExpression: JSON.stringify({
        Dimensions: {
          Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
          MatchOptions: ['GREATER_THAN_OR_EQUAL'],
          Values: [String(costs.anomaly)],
        },
      }),
    });
  }
}
