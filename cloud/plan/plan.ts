import * as dashboard from '#cloud/steps/dashboard';
import * as data from '#cloud/steps/data';
import * as deployment from '#cloud/steps/deployment';
import * as destruction from '#cloud/steps/destruction';
import * as freeze from '#cloud/steps/freeze';
import * as gateway from '#cloud/steps/gateway';
import { checkRefusals } from '#cloud/steps/left-out';
import * as load from '#cloud/steps/load';
import * as losses from '#cloud/steps/losses';
import * as messaging from '#cloud/steps/messaging';
import * as observability from '#cloud/steps/observability';
import { signDeclaration, uploadFile } from '#cloud/steps/pages';
import * as preflight from '#cloud/steps/preflight';
import * as production from '#cloud/steps/production';
import * as releases from '#cloud/steps/releases';
import * as restore from '#cloud/steps/restore';
import { playRaces } from '#cloud/steps/transactions';
import * as webhooks from '#cloud/steps/webhooks';
import type { Rehearsal } from './context';
import type { Order, Run, Step } from './step';

/** Steps of a rehearsal in an account, in their order. docs/deploy.md names, for each open point, the step that answers it. */
// biome-ignore format: a table reads by its rows
export const plan: readonly Step<Rehearsal>[] = [
  { id: 'preflight', asks: 'Does the account have what the deployments need, before anything is made in it?', minutes: 1, isNeeded: true, run: preflight.askAccount },
  { id: 'quotas', asks: 'Do the quotas of the account hold the load that the stage promises?', minutes: 1, run: preflight.checkQuotas },
  { id: 'synthesize', asks: 'Does every deployment of the rehearsal synthesize?', minutes: 1, isNeeded: true, run: deployment.synthesizeAll },
  { id: 'bootstrap', asks: 'Does the CDK prepare the account?', minutes: 2, isNeeded: true, run: deployment.bootstrapAccount },
  { id: 'support', asks: 'Is there a receiver of webhooks, and a topic for alarms?', minutes: 3, isNeeded: true, run: deployment.deploySupport },
  { id: 'deploy', asks: 'Does the sandbox deploy?', minutes: 12, isNeeded: true, run: deployment.deployFirst },
  { id: 'no-difference', asks: 'Is what is deployed what was synthesized?', minutes: 1, run: releases.checkNoDifference },
  { id: 'journey', asks: "Do the demo's journeys complete over HTTP, with every webhook in order and signed?", minutes: 3, isNeeded: true, run: deployment.playJourneys },
  { id: 'races', asks: 'Do thirty equal creations at once, and twenty uses of one quote, make one transaction each?', minutes: 2, needs: ['quotas'], run: async (rehearsal) => playRaces(await rehearsal.subscriber('Races')) },
  { id: 'declaration', asks: 'Is a declaration signed by its link, and its document served?', minutes: 1, run: async (rehearsal) => signDeclaration(await rehearsal.target(), (await rehearsal.subscriber()).partner) },
  { id: 'uploads', asks: 'Does the bucket take a file by its signed address, and refuse one that is longer, of another type or forged?', minutes: 1, run: async (rehearsal) => uploadFile(await rehearsal.target(), (await rehearsal.subscriber()).partner) },
  { id: 'object-lock', asks: 'Is a signed declaration locked against deletion?', minutes: 1, run: data.checkObjectLock },
  { id: 'gateway-answers', asks: "Have the gateway's own answers the envelope and its headers: unknown path, wrong method, too large a body?", minutes: 1, run: gateway.checkGatewayAnswers },
  { id: 'compression', asks: 'Does the gateway compress pages and the OpenAPI document, and do their tags still answer 304?', minutes: 1, run: gateway.checkCompression },
  { id: 'throttling', asks: 'Is a throttled request answered 429 in the envelope, and how soon after UpdateStage?', minutes: 3, run: gateway.checkThrottling },
  { id: 'firewall', asks: 'Is a known attack answered 403 in the envelope?', minutes: 1, run: gateway.checkFirewall },
  { id: 'firewall-rate', asks: 'Does the firewall refuse an address that sends too many requests to the pages for people, with its own 429?', minutes: 6, run: gateway.checkFirewallRate },
  { id: 'access-log', asks: 'Do access logs arrive?', minutes: 3, run: observability.checkAccessLog },
  { id: 'saved-queries', asks: 'Do the saved queries of the logs run with their SOURCE line?', minutes: 1, run: observability.checkSavedQueries },
  { id: 'metrics', asks: 'Are lines in the embedded format data of CloudWatch, as many as were written?', minutes: 5, run: dashboard.checkMetrics },
  { id: 'alarms', asks: 'Has every alarm been evaluated, does none ring, and does each notify the topic?', minutes: 5, run: observability.checkAlarms },
  { id: 'alarm-delivery', asks: 'Does an alarm that rings arrive by its topic?', minutes: 1, run: observability.checkAlarmDelivery },
  { id: 'dashboard', asks: 'Is every search of the dashboard understood, and does it find data where there are some?', minutes: 1, run: (rehearsal) => dashboard.checkDashboard(rehearsal) },
  { id: 'recovery', asks: 'Is point-in-time recovery on, and from which time can the table be restored?', minutes: 5, run: data.checkRecovery },
  { id: 'readers', asks: 'May every reader of the stream and of the queues read?', minutes: 1, run: messaging.checkReaders },
  { id: 'fair-queues', asks: 'Does a message of a standard queue keep its partner as group?', minutes: 3, run: messaging.checkFairQueues },
  { id: 'dead-letters', asks: 'Does SQS itself move dead letters back?', minutes: 2, run: messaging.moveDeadLetters },
  { id: 'thirty-webhooks', asks: 'Do thirty test webhooks at once arrive?', minutes: 2, needs: ['quotas'], run: messaging.sendThirtyWebhooks },
  { id: 'permissions', asks: 'Was any call of any function denied?', minutes: 3, run: async (rehearsal) => observability.checkLogs(await rehearsal.target()) },
  { id: 'stream-repeats', asks: 'Does a webhook go out while the bus refuses its event, and does the stream repeat the event?', minutes: 6, run: messaging.repeatRefused },
  { id: 'stream-discards', asks: 'Does a record that the bus refuses for too long go to the queue of discarded ranges?', minutes: 30, run: messaging.discardRefused },
  { id: 'expiry', asks: 'Does an expired item go with a REMOVE record in the stream?', minutes: 30, run: data.checkExpiry },
  { id: 'second-release', asks: 'Does a second release move callers without a lost answer?', minutes: 25, run: (rehearsal) => releases.releaseUnderTraffic(rehearsal, 'second') },
  { id: 'rollback', asks: 'Does a release that fails go back by itself while the alarm rings, without the loss of an acknowledged transaction and without a version left behind? What are callers of a function answered that throws, never ends or answers too much?', minutes: 30, run: releases.rollBack },
  { id: 'earlier-commit', asks: 'Does the earlier commit deploy again?', minutes: 25, run: (rehearsal) => releases.releaseUnderTraffic(rehearsal, 'first') },
  { id: 'load', asks: 'Does the stage hold the load that it promises?', minutes: 6, needs: ['quotas'], run: load.sendLoad },
  { id: 'cold-starts', asks: 'How long do functions take, cold and warm?', minutes: 1, run: observability.readColdStarts },
  { id: 'freeze', asks: 'Does a frozen stage refuse everything, and go on where it was?', minutes: 6, run: freeze.freezeStage },
  { id: 'frozen-deployment', asks: 'Does a frozen stage refuse a deployment?', minutes: 6, run: freeze.deployWhileFrozen },
  { id: 'restore', asks: 'Does the table come back at the restore point with everything that was acknowledged, and how long does it take?', minutes: 40, run: restore.restoreTable },
  { id: 'domain', asks: 'Does a stage whose domain is switched on later answer at its own name alone?', minutes: 12, run: releases.switchDomainOn },
  { id: 'destroy', asks: 'Does the stage go as a whole?', minutes: 12, isNeeded: true, run: destruction.destroyAll },
  { id: 'left-over', asks: 'What is left, and what removes it?', minutes: 1, run: destruction.listLeftOver },
];

/** Steps that the runs on an emulator do besides, which need what no account gives: killed processes, planted faults, providers. */
// biome-ignore format: a table reads by its rows
const onEmulator: readonly Step<Rehearsal>[] = [
  { id: 'settings', asks: 'Can everything be made that the settings of production refer to?', isNeeded: true, run: production.writeProductionSettings },
  { id: 'empty-account', asks: 'Does the preflight of an empty account find the missing bootstrap, and nothing else?', run: preflight.preflightBeforeBootstrap },
  { id: 'planted-faults', asks: 'Does the preflight find each planted fault, and nothing without one?', run: preflight.findPlantedFaults },
  { id: 'providers', asks: "Is a person verified by the provider, and a price made from the provider's rate?", run: production.reachProviders },
  { id: 'protection', asks: 'Does production refuse the deletion of its stack, table and files?', run: destruction.checkProtection },
  { id: 'left-out', asks: 'Does the emulator still refuse what is left out of its templates?', run: checkRefusals },
  { id: 'five-receives', asks: 'Does a message that five receives do not finish become a dead letter, its notification FAILED, and go out by a retry?', run: webhooks.leaveDeadLetter },
  { id: 'retry', asks: 'Do five refused attempts end a notification, and does a retry deliver it?', run: webhooks.failAndRetry },
  { id: 'kills', asks: 'Does every creation get its answer while functions are killed?', run: losses.disturb },
  { id: 'nothing-lost', asks: 'Is everything there, once, that was created while functions were killed?', needs: ['kills'], run: losses.checkNothingLost },
  { id: 'lost-step', asks: 'Can the message of a step be lost?', run: losses.loseStep },
  { id: 'redrive', asks: 'Does the redrive send a lost step by its schedule?', needs: ['lost-step'], run: losses.awaitRedrive },
  { id: 'freeze-under-traffic', asks: 'Does a freeze stop everything while a partner creates?', isNeeded: true, run: restore.freezeUnderTraffic },
  { id: 'restore-beside', asks: 'Is the table restored beside the stage, and prepared by the operator tool?', isNeeded: true, run: restore.restorePrepared },
  { id: 'compare', asks: 'Has the restored table everything that was acknowledged, and the same books?', isNeeded: true, run: restore.compareTables },
  { id: 'deploy-frozen', asks: 'Does the stage deploy on its restored table, and stay frozen?', isNeeded: true, run: restore.deployFrozen },
  { id: 'thaw', asks: 'Does everything go on with the restored table, once and whole?', isNeeded: true, run: restore.thawRestored },
  { id: 'restored-table', asks: 'Can the restored table be deleted?', run: restore.deleteOwnRestored },
];

const deployed: Order = ['synthesize', 'bootstrap', 'deploy'];
const removed: Order = ['permissions', 'destroy', 'left-over'];
const atFirst: Order = ['five-receives', 'no-difference', 'left-out'];
const journeys: Order = ['journey', 'races', 'declaration', 'uploads', 'retry'];

/** Names of the runs on emulators, in the order in which they begin: the longest first. */
export const EMULATOR_RUN_NAMES = ['restore', 'plain', 'iam', 'production'] as const;
export type EmulatorRunName = (typeof EMULATOR_RUN_NAMES)[number];

/**
 * Runs on emulators. Two play the sandbox and share what takes minutes: in
 * one the stage is frozen, in the other functions are killed and a step is lost.
 */
export const emulatorRuns: Readonly<Record<EmulatorRunName, Run>> = {
  restore: {
    stage: 'sandbox',
    releases: ['first'],
    quietFrom: 'freeze-under-traffic',
    order: [
      ...deployed,
      ...['freeze-under-traffic', 'restore-beside', 'compare', 'deploy-frozen', 'thaw', 'restored-table'],
      ...removed,
    ],
  },
  plain: {
    stage: 'sandbox',
    releases: ['first', 'second'],
    quietFrom: 'second-release',
    order: [...deployed, atFirst, journeys, 'second-release', 'earlier-commit', 'freeze', ...removed],
  },
  iam: {
    stage: 'sandbox',
    releases: ['first', 'second'],
    enforcesIam: true,
    quietFrom: 'second-release',
    order: [
      ...[...deployed, atFirst, 'kills', 'lost-step'],
      ['nothing-lost', 'redrive', [journeys, 'second-release', 'earlier-commit']],
      ...removed,
    ],
  },
  production: {
    stage: 'production',
    releases: ['first'],
    enforcesIam: true,
    order: [
      ...['settings', 'synthesize', 'empty-account', 'bootstrap', 'planted-faults', 'deploy'],
      ...['providers', ['no-difference', 'protection'], 'permissions'],
    ],
  },
};

/** The rehearsal: every step of the plan, one after the other. */
export const rehearsalRun: Run = {
  stage: 'sandbox',
  releases: ['first', 'second', 'failing'],
  hasSupport: true,
  order: plan.map(({ id }) => id),
};

/** Lists the steps of a run. @throws Error where the plan lacks one */
export function stepsOf({ order }: Run): readonly Step<Rehearsal>[] {
  return idsIn(order).map((id) => {
    const step = [...plan, ...onEmulator].find((one) => one.id === id);
    if (step === undefined) throw new Error(`The plan has no step ${id}`);
    return step;
  });
}

function idsIn(order: Order): string[] {
  return order.flatMap((part) => (typeof part === 'string' ? [part] : idsIn(part)));
}

/** Steps that the emulator cannot answer, with the reason: a dry run leaves out these steps and no others. */
export const emulatorCannot: Readonly<Partial<Record<string, string>>> = {
  'object-lock': 'the settings of a dry run lock nothing',
  'gateway-answers':
    "the emulator answers 403 for unknown paths and wrong methods, and knows no gateway's answers of ours",
  compression: 'the emulator compresses nothing',
  throttling: 'the emulator throttles, with an answer of its own that is not the envelope',
  firewall: 'the emulator has no firewall in front of a gateway',
  'firewall-rate': 'the emulator has no firewall in front of a gateway',
  'access-log': 'the emulator writes no access logs',
  'saved-queries': 'the emulator takes no saved queries',
  metrics: 'the emulator makes no metrics of log lines',
  alarms: 'the emulator evaluates no alarm before it has data, and makes none of its own',
  dashboard: 'the emulator has no metrics that a search could find',
  recovery: "the emulator ignores the template's point-in-time recovery",
  'fair-queues': 'the emulator keeps no group of a message in a standard queue',
  'dead-letters': 'the emulator has no StartMessageMoveTask',
  'stream-repeats': 'the emulator ignores partial failures of a batch, and loses the record',
  'stream-discards': 'the emulator has no on-failure target of a stream',
  expiry: 'the emulator writes no REMOVE record of an expired item',
  rollback: 'the emulator has no CodeDeploy, and rolls nothing back',
  'cold-starts': 'the emulator reports no invocations',
  'frozen-deployment': 'the emulator keeps no stack policy',
  restore:
    "the emulator ignores the template's point-in-time recovery; npm run verify:cloud switches it on by a call, and restores",
  domain: 'the settings of a dry run have no domain',
};
