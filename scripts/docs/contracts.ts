/** Every contract by its operation id, so that what is written about operations can be checked for being complete. */
import type * as z from 'zod/mini';
import { contract as createCrossRamp } from '#functions/cross-ramp/create/contract';
import { contract as createCrossRampQuote } from '#functions/cross-ramp/quote/contract';
import { contract as getCrossRampRate } from '#functions/cross-ramp/rate/contract';
import { contract as getKycDetails } from '#functions/kyc/details/contract';
import { contract as getUserKyc } from '#functions/kyc/get/contract';
import { contract as startKyc } from '#functions/kyc/start/contract';
import { contract as listTransactionEvents } from '#functions/transactions/events/contract';
import { contract as getTransaction } from '#functions/transactions/get/contract';
import { contract as listTransactions } from '#functions/transactions/list/contract';
import { contract as getMockTestingGuide } from '#functions/transactions/mock-testing-guide/contract';
import { contract as createUser } from '#functions/users/create/contract';
import { contract as getUser } from '#functions/users/get/contract';
import { contract as listUsers } from '#functions/users/list/contract';
import { contract as getWebhookNotification } from '#functions/webhook-notifications/get/contract';
import { contract as listWebhookNotifications } from '#functions/webhook-notifications/list/contract';
import { contract as getWebhookSettings } from '#functions/webhook-settings/get/contract';
import { contract as updateWebhookSettings } from '#functions/webhook-settings/update/contract';
import type { Contract } from '#shared/http/contract';

export const contracts = {
  createUser,
  listUsers,
  getUser,
  startKyc,
  getUserKyc,
  getKycDetails,
  getCrossRampRate,
  createCrossRampQuote,
  createCrossRamp,
  listTransactions,
  getMockTestingGuide,
  getTransaction,
  listTransactionEvents,
  updateWebhookSettings,
  getWebhookSettings,
  listWebhookNotifications,
  getWebhookNotification,
};

export type ContractId = keyof typeof contracts;
export type ContractOf<Id extends ContractId> = (typeof contracts)[Id];

export function isContractId(id: string): id is ContractId {
  return Object.hasOwn(contracts, id);
}

export function contractOf(id: ContractId): Contract {
  return contracts[id];
}

/** The operations that answer with files. */
export const documentationIds = ['getOpenApi', 'getReference', 'getReferenceAsset'] as const;
export type DocumentationId = (typeof documentationIds)[number];

export type OperationId = ContractId | DocumentationId;

/** What a caller sends as a body, before it is checked. */
export type BodyInput<C extends Contract> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined;
