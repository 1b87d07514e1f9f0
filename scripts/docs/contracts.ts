/** Every contract by its operation id, so that what is written about operations can be checked for being complete. */
import type * as z from 'zod/mini';
import { contract as createAssociatedPerson } from '#functions/associated-persons/create/contract';
import { contract as deleteAssociatedPerson } from '#functions/associated-persons/delete/contract';
import { contract as listAssociatedPersons } from '#functions/associated-persons/list/contract';
import { contract as getBankingOnboarding } from '#functions/banking-onboarding/get/contract';
import { contract as startBankingOnboarding } from '#functions/banking-onboarding/start/contract';
import { contract as getBankRequirements } from '#functions/banks/requirements/contract';
import { contract as getCapabilities } from '#functions/capabilities/get/contract';
import { contract as listChanges } from '#functions/changes/list/contract';
import { contract as createCrossRamp } from '#functions/cross-ramp/create/contract';
import { contract as getCrossRampQuote } from '#functions/cross-ramp/get-quote/contract';
import { contract as createCrossRampQuote } from '#functions/cross-ramp/quote/contract';
import { contract as getCrossRampRate } from '#functions/cross-ramp/rate/contract';
import { contract as getKyb } from '#functions/kyb/get/contract';
import { contract as createKybLink } from '#functions/kyb/link/contract';
import { contract as getKycDetails } from '#functions/kyc/details/contract';
import { contract as getUserKyc } from '#functions/kyc/get/contract';
import { contract as createKycLink } from '#functions/kyc/link/contract';
import { contract as startKyc } from '#functions/kyc/start/contract';
import { contract as createOffRamp } from '#functions/off-ramp/create/contract';
import { contract as executeOffRamp } from '#functions/off-ramp/execute/contract';
import { contract as createOnRamp } from '#functions/on-ramp/create/contract';
import { contract as getQuote } from '#functions/quotes/get/contract';
import { contract as createQuote } from '#functions/quotes/lock/contract';
import { contract as getRate } from '#functions/quotes/rate/contract';
import { contract as createReceiverBankAccount } from '#functions/receiver-accounts/create/contract';
import { contract as deleteReceiverBankAccount } from '#functions/receiver-accounts/delete/contract';
import { contract as listReceiverBankAccounts } from '#functions/receiver-accounts/list/contract';
import { contract as createReceiver } from '#functions/receivers/create/contract';
import { contract as deleteReceiver } from '#functions/receivers/delete/contract';
import { contract as getReceiver } from '#functions/receivers/get/contract';
import { contract as listReceivers } from '#functions/receivers/list/contract';
import { contract as expireDeclaration } from '#functions/sandbox/expire-declaration/contract';
import { contract as signDeclaration } from '#functions/sandbox/sign-declaration/contract';
import { contract as simulateTransaction } from '#functions/sandbox/simulate/contract';
import { contract as decideVerification } from '#functions/sandbox/verification/contract';
import { contract as getWebhookFaults } from '#functions/sandbox/webhook-faults/get/contract';
import { contract as setWebhookFaults } from '#functions/sandbox/webhook-faults/set/contract';
import { contract as getSettlementCalendar } from '#functions/settlement-calendar/get/contract';
import { contract as getSignatureDocument } from '#functions/signatures/document/contract';
import { contract as listSignatures } from '#functions/signatures/list/contract';
import { contract as requestSignatures } from '#functions/signatures/request/contract';
import { contract as withdrawSignature } from '#functions/signatures/withdraw/contract';
import { contract as cancelTransaction } from '#functions/transactions/cancel/contract';
import { contract as listTransactionEvents } from '#functions/transactions/events/contract';
import { contract as getTransaction } from '#functions/transactions/get/contract';
import { contract as listTransactionLedger } from '#functions/transactions/ledger/contract';
import { contract as listTransactions } from '#functions/transactions/list/contract';
import { contract as getMockTestingGuide } from '#functions/transactions/mock-testing-guide/contract';
import { contract as createUserBankAccount } from '#functions/user-accounts/create/contract';
import { contract as deleteUserBankAccount } from '#functions/user-accounts/delete/contract';
import { contract as listUserBankAccounts } from '#functions/user-accounts/list/contract';
import { contract as createUser } from '#functions/users/create/contract';
import { contract as getUser } from '#functions/users/get/contract';
import { contract as listUsers } from '#functions/users/list/contract';
import { contract as updateUser } from '#functions/users/update/contract';
import { contract as getWalletBalances } from '#functions/wallets/balance/contract';
import { contract as createWallet } from '#functions/wallets/create/contract';
import { contract as deleteWallet } from '#functions/wallets/delete/contract';
import { contract as listWallets } from '#functions/wallets/list/contract';
import { contract as getWebhookNotification } from '#functions/webhook-notifications/get/contract';
import { contract as listWebhookNotifications } from '#functions/webhook-notifications/list/contract';
import { contract as replayWebhookNotifications } from '#functions/webhook-notifications/replay/contract';
import { contract as retryWebhookNotification } from '#functions/webhook-notifications/retry/contract';
import { contract as getWebhookSettings } from '#functions/webhook-settings/get/contract';
import { contract as rotateWebhookSecret } from '#functions/webhook-settings/rotate-secret/contract';
import { contract as sendTestWebhook } from '#functions/webhook-settings/test/contract';
import { contract as updateWebhookSettings } from '#functions/webhook-settings/update/contract';
import type { Contract } from '#shared/http/contract';

export const contracts = {
  createUser,
  listUsers,
  getUser,
  updateUser,
  startKyc,
  getUserKyc,
  getKycDetails,
  createKycLink,
  createKybLink,
  getKyb,
  createAssociatedPerson,
  listAssociatedPersons,
  deleteAssociatedPerson,
  requestSignatures,
  listSignatures,
  withdrawSignature,
  getSignatureDocument,
  signDeclaration,
  expireDeclaration,
  getRate,
  createQuote,
  getQuote,
  getCapabilities,
  getSettlementCalendar,
  listChanges,
  getCrossRampRate,
  getCrossRampQuote,
  createCrossRampQuote,
  createCrossRamp,
  listTransactions,
  getMockTestingGuide,
  getTransaction,
  listTransactionEvents,
  listTransactionLedger,
  cancelTransaction,
  createOnRamp,
  createOffRamp,
  executeOffRamp,
  simulateTransaction,
  decideVerification,
  createUserBankAccount,
  listUserBankAccounts,
  deleteUserBankAccount,
  createReceiver,
  listReceivers,
  getReceiver,
  deleteReceiver,
  createReceiverBankAccount,
  listReceiverBankAccounts,
  deleteReceiverBankAccount,
  getBankRequirements,
  startBankingOnboarding,
  getBankingOnboarding,
  createWallet,
  listWallets,
  getWalletBalances,
  deleteWallet,
  updateWebhookSettings,
  getWebhookSettings,
  listWebhookNotifications,
  getWebhookNotification,
  rotateWebhookSecret,
  sendTestWebhook,
  retryWebhookNotification,
  replayWebhookNotifications,
  setWebhookFaults,
  getWebhookFaults,
};

export type ContractId = keyof typeof contracts;
export type ContractById<Id extends ContractId> = (typeof contracts)[Id];

export function isContractId(id: string): id is ContractId {
  return Object.hasOwn(contracts, id);
}

export function contractFor(id: ContractId): Contract {
  return contracts[id];
}

/** The operations that answer with files. */
export const documentationIds = ['getOpenApi', 'getReference', 'getReferenceAsset'] as const;
export type DocumentationId = (typeof documentationIds)[number];

export type OperationId = ContractId | DocumentationId;

/** What a caller sends as a body, before it is checked. */
export type BodyInput<C extends Contract> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined;
