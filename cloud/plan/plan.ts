import { checkLogs } from '#cloud/phases/logs';
import { signDeclaration, uploadFile } from '#cloud/phases/pages';
import { checkNoDifference } from '#cloud/phases/releases';
import * as dashboard from '#cloud/steps/dashboard';
import * as data from '#cloud/steps/data';
import * as deployment from '#cloud/steps/deployment';
import * as destruction from '#cloud/steps/destruction';
import * as freeze from '#cloud/steps/freeze';
import * as gateway from '#cloud/steps/gateway';
import * as load from '#cloud/steps/load';
import * as messaging from '#cloud/steps/messaging';
import * as observability from '#cloud/steps/observability';
import * as preflight from '#cloud/steps/preflight';
import * as races from '#cloud/steps/races';
import * as releases from '#cloud/steps/releases';
import * as restore from '#cloud/steps/restore';
import type { Rehearsal } from './context';
import type { Step } from './step';

/** The steps of a rehearsal, in their order. docs/deploy.md names, for each open point, the step that answers it. */
// biome-ignore format: a table reads by its rows
export const plan: readonly Step<Rehearsal>[] = [
  { id: 'preflight', asks: 'Does the account have what the deployments need, before anything is made in it?', minutes: 1, isNeeded: true, run: preflight.askAccount },
  { id: 'quotas', asks: 'Do the quotas of the account hold the load that the stage promises?', minutes: 1, run: preflight.checkQuotas },
  { id: 'synthesize', asks: 'Does every deployment of the rehearsal synthesize?', minutes: 1, isNeeded: true, run: deployment.synthesizeAll },
  { id: 'bootstrap', asks: 'Does the CDK prepare the account?', minutes: 2, isNeeded: true, run: deployment.bootstrapAccount },
  { id: 'support', asks: 'Is there a receiver of webhooks, and a topic for alarms?', minutes: 3, isNeeded: true, run: deployment.deploySupport },
  { id: 'deploy', asks: 'Does the sandbox deploy?', minutes: 12, isNeeded: true, run: deployment.deployFirst },
  { id: 'no-difference', asks: 'Is what is deployed what was synthesized?', minutes: 1, run: async (rehearsal) => checkNoDifference(await rehearsal.target(), rehearsal.assembly('first')) },
  { id: 'journey', asks: "Do the demo's journeys complete over HTTP, with every webhook in order and signed?", minutes: 3, isNeeded: true, run: deployment.playJourneys },
  { id: 'races', asks: 'Do thirty equal creations at once, and twenty uses of one quote, make one transaction each?', minutes: 2, needs: ['quotas'], run: races.playRaces },
  { id: 'declaration', asks: 'Is a declaration signed by its link, and its document served?', minutes: 1, run: async (rehearsal) => signDeclaration(await rehearsal.target(), (await rehearsal.subscriber('Signer')).partner) },
  { id: 'uploads', asks: 'Does the bucket take a file by its signed address, and refuse one that is longer, of another type or forged?', minutes: 1, run: async (rehearsal) => uploadFile(await rehearsal.target(), (await rehearsal.subscriber('Uploader')).partner) },
  { id: 'object-lock', asks: 'Is a signed declaration locked against deletion?', minutes: 1, run: data.checkObjectLock },
  { id: 'gateway-answers', asks: "Have the gateway's own answers the envelope and its headers: unknown path, wrong method, too large a body?", minutes: 1, run: gateway.checkGatewayAnswers },
  { id: 'compression', asks: 'Does the gateway compress pages and the OpenAPI document, and do their tags still answer 304?', minutes: 1, run: gateway.checkCompression },
  { id: 'throttling', asks: 'Is a throttled request answered 429 in the envelope, and how soon after UpdateStage?', minutes: 3, run: gateway.checkThrottling },
  { id: 'firewall', asks: 'Is a known attack answered 403 in the envelope?', minutes: 1, run: gateway.checkFirewall },
  { id: 'firewall-rate', asks: 'Does the firewall refuse one address in a hurry, on the paths of people, with its own 429?', minutes: 6, run: gateway.checkFirewallRate },
  { id: 'access-log', asks: 'Do access logs arrive?', minutes: 3, run: observability.checkAccessLog },
  { id: 'saved-queries', asks: 'Do the saved queries of the logs run with their SOURCE line?', minutes: 1, run: observability.checkSavedQueries },
  { id: 'metrics', asks: 'Are lines in the embedded format data of CloudWatch, as many as were written?', minutes: 5, run: dashboard.checkMetrics },
  { id: 'alarms', asks: 'Has every alarm been evaluated, does none ring, and does each notify the topic?', minutes: 5, run: observability.checkAlarms },
  { id: 'alarm-delivery', asks: 'Does an alarm that rings arrive by its topic?', minutes: 1, run: observability.checkAlarmDelivery },
  { id: 'dashboard', asks: 'Is every search of the dashboard understood, and does it find data where there are some?', minutes: 1, run: (rehearsal) => dashboard.checkDashboard(rehearsal) },
  { id: 'warm-throughput', asks: 'Do table and index take from their first second what the stage promises?', minutes: 1, run: data.checkWarmThroughput },
  { id: 'recovery', asks: 'Is point-in-time recovery on, and from which time can the table be restored?', minutes: 5, run: data.checkRecovery },
  { id: 'readers', asks: 'May every reader of the stream and of the queues read?', minutes: 1, run: messaging.checkReaders },
  { id: 'fair-queues', asks: 'Does the bus give a message of a standard queue its partner as group?', minutes: 3, run: messaging.checkFairQueues },
  { id: 'dead-letters', asks: 'Does SQS itself move dead letters back?', minutes: 2, run: messaging.moveDeadLetters },
  { id: 'thirty-webhooks', asks: 'Do thirty test webhooks at once arrive?', minutes: 2, needs: ['quotas'], run: messaging.sendThirtyWebhooks },
  { id: 'permissions', asks: 'Was any call of any function denied?', minutes: 3, run: async (rehearsal) => checkLogs(await rehearsal.target()) },
  { id: 'stream-repeats', asks: 'Does the stream repeat what the bus refused, and lose nothing?', minutes: 6, run: messaging.repeatRefused },
  { id: 'stream-discards', asks: 'Does a record that is refused for too long go to the queue of discarded ranges, and its webhook out by the redrive?', minutes: 30, run: messaging.discardRefused },
  { id: 'expiry', asks: 'Does an expired item go with a REMOVE record in the stream?', minutes: 30, run: data.checkExpiry },
  { id: 'second-release', asks: 'Does a second release move callers without a lost answer?', minutes: 25, run: (rehearsal) => releases.releaseWhileUsed(rehearsal, 'second') },
  { id: 'rollback', asks: 'Does a release that fails go back by itself while the alarm rings, without the loss of an acknowledged transaction and without a version left behind? What are callers of a function answered that throws, never ends or answers too much?', minutes: 30, run: releases.rollBack },
  { id: 'earlier-commit', asks: 'Does the earlier commit deploy again?', minutes: 25, run: (rehearsal) => releases.releaseWhileUsed(rehearsal, 'first') },
  { id: 'load', asks: 'Does the stage hold the load that it promises?', minutes: 6, needs: ['quotas'], run: load.sendLoad },
  { id: 'cold-starts', asks: 'How long do functions take, cold and warm?', minutes: 1, run: observability.readColdStarts },
  { id: 'freeze', asks: 'Does a frozen stage refuse everything, and go on where it was?', minutes: 6, run: freeze.freezeStage },
  { id: 'frozen-deployment', asks: 'Does a frozen stage refuse a deployment?', minutes: 6, run: freeze.deployWhileFrozen },
  { id: 'restore', asks: 'Does the table come back at the restore point with everything that was acknowledged, and how long does it take?', minutes: 40, run: restore.restoreTable },
  { id: 'domain', asks: 'Does a stage whose domain is switched on later answer at its own name alone?', minutes: 12, run: releases.switchDomainOn },
  { id: 'destroy', asks: 'Does the stage go as a whole?', minutes: 12, isNeeded: true, run: destruction.destroyAll },
  { id: 'left-over', asks: 'What is left, and what removes it?', minutes: 1, run: destruction.listLeftOver },
];

/** Steps that the emulator cannot answer, with the reason: a dry run leaves out these steps and no others. */
export const emulatorCannot: Readonly<Partial<Record<string, string>>> = {
  quotas: 'the emulator has no quotas: its services answer none that are theirs',
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
  'warm-throughput': 'the emulator keeps no warm throughput',
  recovery: "the emulator ignores the template's point-in-time recovery",
  'fair-queues': "the emulator's bus gives a message no group",
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
