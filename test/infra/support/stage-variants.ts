/**
 * Stages with non-default settings. A synthesis takes a second, so tests of independent settings share a stage. Each function
 * returns a stage with a different rollout. `nextRelease` and `otherSettings` also change the domain.
 */
import { type Stage, type StageTemplates, stageTemplates } from '#test/infra/support/stage-templates';
import { shippedConfig } from '#test/support/stage-assembly';

const OWN_DOMAIN = {
  name: 'pay.example.org',
  certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-1111-4111-8111-111111111111',
};
const HOSTED_ZONE = { id: 'Z123', name: 'example.org' };
const TOPIC = 'arn:aws:sns:eu-west-1:111122223333:alarms';
const TICKETS = 'arn:aws:sns:eu-west-1:111122223333:tickets';

/**
 * Returns a release with other code in every function, and with other settings of logs, firewall, alarms and domain. The release
 * has a ticket topic only if the default settings have none.
 */
export function nextRelease(env: Stage): StageTemplates {
  const { domain, alarms, logs } = shippedConfig(env);
  return stageTemplates(env, {
    code: 'exports.handler = async () => "next";',
    logs: { ...logs, retentionDays: 1 },
    rollout: 'canary-10-percent-5-minutes',
    firewall: undefined,
    alarms: {
      ...(alarms?.topicArn !== undefined && { topicArn: alarms.topicArn }),
      ...(alarms?.ticketTopicArn === undefined && { ticketTopicArn: TICKETS }),
      runbookUrl: 'https://runbooks.example.org/partner-ramp',
    },
    domain: domain === undefined ? OWN_DOMAIN : undefined,
  });
}

/** An optional provider that the default settings do not contain. */
const PROOFS = {
  url: 'https://proofs.example.org/v1',
  secretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:proofs-AbCdEf',
};

/** Returns a stage with the same code and other function settings. It has alarm notifications only if the default has none. */
export function otherSettings(env: Stage): StageTemplates {
  const { alarms, domain, logs, providers } = shippedConfig(env);
  return stageTemplates(env, {
    logs: { ...logs, level: 'error' },
    providers: env === 'sandbox' ? providers : { ...providers, proofs: PROOFS },
    rollout: 'linear-10-percent-every-2-minutes',
    alarms: alarms?.topicArn === undefined ? { topicArn: TOPIC } : {},
    domain: domain === undefined ? { ...OWN_DOMAIN, hostedZone: HOSTED_ZONE } : { ...OWN_DOMAIN, name: domain.name },
  });
}

export const RESTORED_TABLE = {
  name: 'ramp-restored',
  streamArn: 'arn:aws:dynamodb:eu-west-1:444455556666:table/ramp-restored/stream/2026-11-22T09:00:00.000',
};

/** Returns a stage with a restored table. */
export function onRestoredTable(env: Stage): StageTemplates {
  return stageTemplates(env, { restoredTable: RESTORED_TABLE, rollout: 'linear-10-percent-every-minute' });
}

/** Returns a frozen stage with default settings. */
export function frozenStage(env: Stage): StageTemplates {
  return stageTemplates(env, { frozen: true });
}

/** Returns a stage with the given type of rollout. */
export function releasedBy(env: Stage, rollout: StageTemplates['config']['rollout']): StageTemplates {
  for (const variant of [stageTemplates, nextRelease, otherSettings, onRestoredTable]) {
    const stage = variant(env);
    if (stage.config.rollout === rollout) return stage;
  }
  return stageTemplates(env, { rollout });
}
