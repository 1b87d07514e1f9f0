/** Operations that the partner's page may call: a closed list. Those that change anything send a webhook again, or are of the sandbox. */
import { operationFacts } from '../../generated/operations.js';
import type { OperationId } from '../../operation-types.js';
import type { Environment } from '../../options.js';

/** Operations of both environments. */
const EVERYWHERE = [
  'getCapabilities',
  'getSettlementReport',
  'getUser',
  'getUserKyc',
  'getWebhookEndpoint',
  'getWebhookNotification',
  'getWebhookSettings',
  'getTransaction',
  'listChanges',
  'listSignatures',
  'listTransactionEvents',
  'listTransactionLedger',
  'listTransactions',
  'listUsers',
  'listWebhookEndpoints',
  'listWebhookNotifications',
  'replayWebhookNotifications',
  'retryWebhookNotification',
] as const satisfies readonly OperationId[];

/** Operations of the sandbox alone. */
const SANDBOX = [
  'decideVerification',
  'expireDeclaration',
  'expireVerificationLink',
  'getWebhookFaults',
  'setWebhookFaults',
  'signDeclaration',
  'simulateTransaction',
] as const satisfies readonly OperationId[];

/** Operations that an environment offers to the page. */
export function offeredOperations(environment: Environment): readonly OperationId[] {
  return environment === 'sandbox' ? [...EVERYWHERE, ...SANDBOX] : EVERYWHERE;
}

/** Tells whether a request is one of the offered operations. An id in a path is a word without dots and escapes. */
export function isOffered(environment: Environment, method: string, path: string): boolean {
  return offeredOperations(environment).some((id) => {
    const facts = operationFacts[id];
    return facts.method === method && new RegExp(`^${facts.path.replace(/\{\w+\}/g, '[\\w-]+')}$`).test(path);
  });
}
