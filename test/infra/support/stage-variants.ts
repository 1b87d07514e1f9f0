/**
 * Stages with other settings than as shipped. To synthesize one takes a second, so the tests of settings that have
 * nothing to do with each other share it: each of these has another rollout too, and the first two another domain.
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
 * A release with other code in every function, and with other settings around the functions but none of theirs. The topic of
 * tickets is the other way round.
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

/** A provider that a stage may have and, as shipped, has not. */
const PROOFS = {
  url: 'https://proofs.example.org/v1',
  secretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:proofs-AbCdEf',
};

/** The same code with other settings of the functions, and the notification of alarms the other way round. */
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

/** A stage whose table was restored from a backup. */
export function onRestoredTable(env: Stage): StageTemplates {
  return stageTemplates(env, { restoredTable: RESTORED_TABLE, rollout: 'linear-10-percent-every-minute' });
}

/** A stage as shipped, and deployed frozen. */
export function frozenStage(env: Stage): StageTemplates {
  return stageTemplates(env, { frozen: true });
}

/** A stage with a kind of release, and any other settings. */
export function releasedBy(env: Stage, rollout: StageTemplates['config']['rollout']): StageTemplates {
  for (const variant of [stageTemplates, nextRelease, otherSettings, onRestoredTable]) {
    const stage = variant(env);
    if (stage.config.rollout === rollout) return stage;
  }
  return stageTemplates(env, { rollout });
}
