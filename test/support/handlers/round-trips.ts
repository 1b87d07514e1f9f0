/** Counts how many calls of services follow one another in a piece of work: calls that are under way together count once. */
import { setImmediate as afterThisTurn } from 'node:timers/promises';

interface Count {
  depth: number;
  /** The turn that all calls under way end with. */
  turn: Promise<void> | undefined;
}

let count: Count | undefined;

/** @returns what the work returned, and the calls on its longest path */
export async function countRoundTrips<Result>(work: () => Promise<Result>): Promise<{ result: Result; depth: number }> {
  const own: Count = { depth: 0, turn: undefined };
  count = own;
  try {
    return { result: await work(), depth: own.depth };
  } finally {
    count = undefined;
  }
}

/** Takes as long as all other calls that are under way. Nothing outside of a count. */
export async function roundTrip(): Promise<void> {
  if (count === undefined) return;
  count.turn ??= endOfTurn(count);
  await count.turn;
}

async function endOfTurn(own: Count): Promise<void> {
  await afterThisTurn();
  own.depth += 1;
  own.turn = undefined;
}

/**
 * Calls on the longest path of a good request of each endpoint, by its id: the partner's request rate, side by side with
 * the read of its key, and then the endpoint's own. The first request of a partner in a process reads the key before that.
 *
 * An endpoint that only reads has two, and one that writes three, where nothing keeps a call from its place. What does:
 * - Nothing is read for a caller before key and rate have let it in.
 * - Persons are read after their business, and a receiver's accounts after the receiver: the write holds at the version
 *   that was read first, and so finds a change in between (createAssociatedPerson and the like, deleteReceiver).
 * - A webhook's payload needs the user, whom the transaction names (cancelTransaction, simulateTransaction).
 * - A list's rows name its items, a notification's row names its item, and a receiver its user (list…, getWebhookNotification).
 * - Only a call that found its notification counts as a manual retry (retryWebhookNotification), and only one that found
 *   its endpoint takes a number of the partner's sequence (sendTestToWebhookEndpoint).
 * - A signed record is in the bucket before the signature counts (signDeclaration).
 * - A secret is made where the settings have none (updateWebhookSettings); the settings say which item holds the health of
 *   an endpoint (getWebhookEndpoint, listWebhookEndpoints, updateWebhookEndpoint), and whether a replay sends anything.
 */
export const ROUND_TRIPS: Readonly<Record<string, number>> = {
  cancelTransaction: 4,
  createAssociatedPerson: 4,
  createCrossRamp: 3,
  createCrossRampQuote: 2,
  createKybLink: 3,
  createKycLink: 3,
  createOffRamp: 3,
  createOnRamp: 3,
  createQuote: 2,
  createReceiver: 3,
  createReceiverBankAccount: 3,
  createUser: 2,
  createUserBankAccount: 3,
  createWallet: 3,
  createWebhookEndpoint: 3,
  decideVerification: 3,
  deleteAssociatedPerson: 4,
  deleteReceiver: 4,
  deleteReceiverBankAccount: 3,
  deleteUserBankAccount: 3,
  deleteWallet: 3,
  deleteWebhookEndpoint: 3,
  executeOffRamp: 3,
  expireDeclaration: 4,
  getBankRequirements: 1,
  getBankingOnboarding: 2,
  getCapabilities: 1,
  getCrossRampQuote: 2,
  getCrossRampRate: 1,
  getKyb: 2,
  getKycDetails: 2,
  getMockTestingGuide: 1,
  getQuote: 2,
  getRate: 1,
  getReceiver: 2,
  getSettlementCalendar: 1,
  getSignatureDocument: 2,
  getTransaction: 2,
  getUser: 2,
  getUserKyc: 2,
  getWalletBalances: 2,
  getWebhookEndpoint: 3,
  getWebhookFaults: 2,
  getWebhookNotification: 3,
  getWebhookSettings: 2,
  listAssociatedPersons: 2,
  listChanges: 2,
  listReceiverBankAccounts: 3,
  listReceivers: 3,
  listSignatures: 2,
  listTransactionEvents: 2,
  listTransactionLedger: 2,
  listTransactions: 3,
  listUserBankAccounts: 3,
  listUsers: 3,
  listWallets: 3,
  listWebhookEndpoints: 3,
  listWebhookNotifications: 3,
  replayWebhookNotifications: 5,
  requestSignatures: 4,
  retryWebhookNotification: 5,
  rotateWebhookEndpointSecret: 3,
  rotateWebhookSecret: 3,
  sendTestToWebhookEndpoint: 4,
  sendTestWebhook: 3,
  setWebhookFaults: 2,
  signDeclaration: 5,
  simulateTransaction: 4,
  startBankingOnboarding: 3,
  startKyc: 3,
  updateUser: 3,
  updateWebhookEndpoint: 4,
  updateWebhookSettings: 4,
  withdrawSignature: 4,
};
