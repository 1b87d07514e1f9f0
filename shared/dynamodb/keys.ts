/**
 * Keys of the single DynamoDB table, with their access patterns. The service reads only by key or by range within one partition,
 * and never scans. Only operator commands that process all items read the whole table.
 */

import { hash } from 'node:crypto';
import { comparableEmail } from '#shared/values/email';

export interface RecordKey {
  readonly PK: string;
  readonly SK: string;
}

/** Returns a key. The default sort key, `META`, is for the main item of a partition. */
function recordKey(PK: string, SK = 'META'): RecordKey {
  return { PK, SK };
}

/** Returns the SHA-256 digest (hex). Keys contain digests instead of secrets and personal data. */
export function digest(value: string): string {
  return hash('sha256', value, 'hex');
}

/** Formats a sequence number with ten digits, so that keys sort numerically. */
export function padSequence(sequence: number): string {
  return String(sequence).padStart(10, '0');
}

// API key by its digest. One read of this item returns all partner data that a request needs. The service caches the item.
export const apiKeyKey = (apiKeyDigest: string) => recordKey(`KEY#${apiKeyDigest}`);

// Items of a partner: main record, API keys (SK KEY#…), webhook settings, additional webhook endpoints, branding.
export const partnerKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`);
export const partnerApiKeyKey = (partnerId: string, keyId: string) => recordKey(`PARTNER#${partnerId}`, `KEY#${keyId}`);
export const webhookSettingsKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`, 'WEBHOOK');
export const webhookEndpointKey = (partnerId: string, endpointId: string) =>
  recordKey(`PARTNER#${partnerId}`, `ENDPOINT#${endpointId}`);
export const brandingKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`, 'BRANDING');

// Delivery health of a webhook endpoint; without an id, of the default endpoint. Expires (attribute `ttl`).
export const endpointHealthKey = (partnerId: string, endpointId: string | undefined) =>
  recordKey(`PARTNER#${partnerId}`, `HEALTH#${endpointId ?? 'FIRST'}`);

// Audit records about a partner, in order of time. The separate partition lets IAM deny access: among the functions, only
// `rotateApiKey` may write audit records.
export const auditPartition = (partnerId: string): string => `AUDIT#${partnerId}`;
export const auditKey = (partnerId: string, entry: string) => recordKey(auditPartition(partnerId), entry);

// Copies of audit records, operators' approvals, and changed or deleted ledger entries, by day of the write and position in the
// table stream.
export const auditCopyPartition = (day: string): string => `AUDIT_COPY#${day}`;
export const auditCopyKey = (day: string, position: string) => recordKey(auditCopyPartition(day), position);

// Fault injection settings of a partner in the sandbox.
export const faultInjectionKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`, 'FAULT_INJECTION');

// Last sequence number of notifications about the partner itself, such as test events.
export const partnerSequenceKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`, 'NTF_SEQUENCE');

// A partner's recent calls of the manual retry endpoint. Expires (attribute `ttl`).
export const manualRetriesKey = (partnerId: string) => recordKey(`RATE#${partnerId}`, 'MANUAL_RETRY');

export const requestRateKey = (partnerId: string) => recordKey(`RATE#${partnerId}`);

// Directory of all partners, for the operator tool: one partition with a row per partner.
export const partnerDirectoryKey = (partnerId: string) => recordKey('PARTNERS', partnerId);

/**
 * Allotments of a partner's limit over time. A DynamoDB partition accepts 1,000 write units per second. A transaction request
 * writes 2 units for the day and 2 for the month, so eight allotments support 2,000 requests per second of one partner.
 */
export const LIMIT_ALLOTMENTS = 8;

// Total amount of the transactions that a user, or all users of a partner, created in a day or month (UTC), such as
// DAY#2026-01-15. A partner's total is split over allotments in separate partitions. Expires (attribute `ttl`).
export const userLimitKey = (userId: string, period: string) => recordKey(`LIMIT#USER#${userId}`, period);
export const partnerLimitKey = (partnerId: string, allotment: number, period: string) =>
  recordKey(`LIMIT#PARTNER#${partnerId}#${allotment}`, period);

// Stage and Region of the table. The redrive writes this item once; operators cannot change it.
export const stageKey = recordKey('STAGE');

// Rail statuses that operators have set, all in one item.
export const railStatusesKey = recordKey('RAILS');

// User by id. The user's verifications and notifications are in the same partition.
export const userKey = (userId: string) => recordKey(`USER#${userId}`);
export const verificationKey = (userId: string, verificationId: string) =>
  recordKey(`USER#${userId}`, `KYC#${verificationId}`);

// Data that a person has entered on a verification page, by the id of the verification link.
export const verificationSessionKey = (userId: string, linkId: string) =>
  recordKey(`USER#${userId}`, `SESSION#${linkId}`);

// Associated persons of a business by id. A query with the prefix reads all persons of the business.
export const PERSON_PREFIX = 'PERSON#';
export const personKey = (userId: string, personId: string) =>
  recordKey(`USER#${userId}`, `${PERSON_PREFIX}${personId}`);

// Associated person who was removed from a business, with their signed documents.
export const formerPersonKey = (userId: string, personId: string) =>
  recordKey(`USER#${userId}`, `FORMER_PERSON#${personId}`);

// Generated document of an associated person's signed declaration.
export const signedDocumentKey = (userId: string, personId: string) =>
  recordKey(`USER#${userId}`, `SIGNED_DOCUMENT#${personId}`);

// First visit to the signing page, by the id of the declaration.
export const pageOpeningKey = (userId: string, declarationId: string) =>
  recordKey(`USER#${userId}`, `OPENED#${declarationId}`);

// Link to a hosted page, by its token. The key contains only the token's digest.
export const linkKey = (token: string) => recordKey(`LINK#${digest(token)}`);

// Code that continues a verification on another device. The key contains only the code's digest.
export const handoffCodeKey = (code: string) => recordKey(`HANDOFF#${digest(code)}`);

// Uniqueness records of a user's email address and external id within a partner. The service also uses these records to find a
// user by email address or external id.
export const uniqueEmailKey = (partnerId: string, email: string) =>
  recordKey(`UNIQUE#${partnerId}#EMAIL#${digest(comparableEmail(email))}`);
export const uniqueExternalIdKey = (partnerId: string, externalUserId: string) =>
  recordKey(`UNIQUE#${partnerId}#EXTERNAL#${digest(externalUserId)}`);

// Quote by id.
export const quoteKey = (quoteId: string) => recordKey(`QUOTE#${quoteId}`);

// Transaction by id. Its timeline (EVENT#version), provider events by id, simulation and notifications are in the same partition.
export const transactionKey = (transactionId: string) => recordKey(`TX#${transactionId}`);
export const timelineKey = (transactionId: string, version: number) =>
  recordKey(`TX#${transactionId}`, `EVENT#${padSequence(version)}`);
export const PROVIDER_EVENT_PREFIX = 'PROVIDER#';
export const providerEventKey = (transactionId: string, provider: string, eventId: string) =>
  recordKey(`TX#${transactionId}`, `${PROVIDER_EVENT_PREFIX}${provider}#${eventId}`);
// `outOfOrderEventsKey`: provider reports that wait because a report that must precede them has not arrived. `confirmationsKey`:
// blockchain confirmations of a token deposit.
export const outOfOrderEventsKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'OUT_OF_ORDER');
export const confirmationsKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'CONFIRMATIONS');
// `heldTransactionKey`: marker that lets operators find a transaction on hold. `informationKey`: information that the partner
// provided for a hold, by transaction version.
export const heldTransactionKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'HOLD');
export const INFORMATION_PREFIX = 'INFORMATION#';
export const informationKey = (transactionId: string, version: number) =>
  recordKey(`TX#${transactionId}`, `${INFORMATION_PREFIX}${padSequence(version)}`);
// Encrypted travel-rule information of a transaction.
export const travelRuleKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'TRAVEL_RULE');
export const payoutKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'PAYOUT');
// `orderKey`: a transaction's orders except the payout, by name. `waitingOrderKey`: marker of an order pending manual review.
export const ORDER_PREFIX = 'ORDER#';
export const orderKey = (transactionId: string, name: string) =>
  recordKey(`TX#${transactionId}`, `${ORDER_PREFIX}${name}`);
export const waitingOrderKey = (transactionId: string, name: string) =>
  recordKey(`TX#${transactionId}`, `WAITING_ORDER#${name}`);

// Request to Mexico's central bank for the proof of a transaction's deposit or payout (`side`), with the request's state.
export const proofKey = (transactionId: string, side: string) => recordKey(`TX#${transactionId}`, `PROOF#${side}`);

// Change to production that a second operator must approve.
export const approvalKey = (id: string) => recordKey(`APPROVAL#${id}`);

// Issued receipts of a transaction: for its completion, and for a returned payout.
export const receiptKey = (transactionId: string, kind: 'RECEIPT' | 'RETURN_RECEIPT') =>
  recordKey(`TX#${transactionId}`, kind);

export const simulationKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'SIMULATION');

/** Number of partitions for one day of the journal, which contains all ledger entries. */
export const JOURNAL_SHARDS = 16;

// Journal: all ledger entries of a day (UTC). The digest of the transaction id determines the partition.
export const journalKey = (transactionId: string, version: number, day: string) =>
  recordKey(
    `JOURNAL#${day}#${Number.parseInt(digest(transactionId).slice(0, 1), 16) % JOURNAL_SHARDS}`,
    `${transactionId}#${padSequence(version)}`,
  );
export const journalPartitions = (day: string): string[] =>
  Array.from({ length: JOURNAL_SHARDS }, (_, shard) => `JOURNAL#${day}#${shard}`);

// Settlement report of a partner for a day (UTC), in several items. `part` identifies an item: the totals of one journal
// partition (by its number), the final report, or a mark. A mark names an earlier day whose corrections were booked on this day.
export const settlementKey = (partnerId: string, day: string, part: string) =>
  recordKey(`SETTLEMENT#${partnerId}`, `${day}#${part}`);

// Reconciled account at a bank or custodian. Its id consists of the first characters of the digest of the account number. The
// partition contains the account's statements, sorted by last day, and its open and resolved statement exceptions.
export const reconciledAccountKey = (accountId: string) => recordKey(`RECONCILED#${accountId}`);
export const STATEMENT_PREFIX = 'STATEMENT#';
export const statementKey = (accountId: string, to: string, statementId: string) =>
  recordKey(`RECONCILED#${accountId}`, `${STATEMENT_PREFIX}${to}#${statementId}`);
export const OPEN_PREFIX = 'OPEN#';
export const openExceptionKey = (accountId: string, id: string) =>
  recordKey(`RECONCILED#${accountId}`, `${OPEN_PREFIX}${id}`);
export const resolvedExceptionKey = (accountId: string, id: string) =>
  recordKey(`RECONCILED#${accountId}`, `RESOLVED#${id}`);

/**
 * Number of partitions for the changes of one import, and for the entries of each imported statement. A single DynamoDB
 * partition would limit an import to 1,000 write units per second.
 */
export const IMPORT_SHARDS = 16;

// Signed reference (`signedReferences`) of a booked movement that an import has matched or stored as a statement exception. The
// digest of the reference determines the partition.
export const settledReferenceKey = (accountId: string, reference: string) =>
  recordKey(`RECONCILED#${accountId}#${digest(reference).slice(0, 1)}`, `REFERENCE#${digest(reference)}`);

// Import of statements: main item, pending changes (CHANGE#) and changes that undo the import (UNDO#). Entries are stored by
// position. All items are distributed over `IMPORT_SHARDS` partitions.
export const importPartition = (importId: string, position: number): string =>
  `IMPORT#${importId}#${position % IMPORT_SHARDS}`;
export const importKey = (importId: string) => recordKey(importPartition(importId, 0), 'IMPORT');
export const importedEntryKey = (entriesId: string, position: number) =>
  recordKey(importPartition(entriesId, position), `ENTRY#${padSequence(position)}`);
export const CHANGE_PREFIX = 'CHANGE#';
export const UNDO_PREFIX = 'UNDO#';
export const importChangeKey = (importId: string, prefix: string, position: number) =>
  recordKey(importPartition(importId, position), `${prefix}${padSequence(position)}`);

// Notification, in the partition of its subject, ordered by sequence. A delivery finds the previous notification in the same
// partition, with a consistent read.
export const notificationKey = (subject: NotificationSubject, sequence: number) =>
  recordKey(`${subject.kind}#${subject.id}`, `NTF#${padSequence(sequence)}`);

export const previousNotificationKey = ({ PK, SK }: RecordKey) =>
  recordKey(PK, `NTF#${padSequence(Number(SK.slice('NTF#'.length)) - 1)}`);

const ENDPOINT_MARK = '#EP#';

// Delivery to an additional endpoint. Each pair of subject and endpoint has a partition, ordered by sequence.
export const endpointDeliveryKey = ({ PK, SK }: RecordKey, endpointId: string) =>
  recordKey(`${PK}${ENDPOINT_MARK}${endpointId}`, SK);

// Returns the id of the additional endpoint from a delivery's partition; `undefined` for any other partition.
export const endpointOfPartition = (partition: string): string | undefined => partition.split(ENDPOINT_MARK)[1];

// Notification of a delivery to an additional endpoint.
export const deliveredNotificationKey = ({ PK, SK }: RecordKey) => recordKey(PK.split(ENDPOINT_MARK)[0] ?? PK, SK);

// Endpoint responses that are too long for the delivery's item, by the time of the attempt (ISO 8601). A query with
// `RESPONSE_PREFIX` reads all responses of a partition.
export const RESPONSE_PREFIX = 'RESPONSE#';
export const deliveryResponsePrefix = ({ SK }: RecordKey): string => `${RESPONSE_PREFIX}${SK.slice('NTF#'.length)}#`;
export const deliveryResponseKey = (delivery: RecordKey, at: string) =>
  recordKey(delivery.PK, `${deliveryResponsePrefix(delivery)}${at}`);

/** Subject of a notification: a transaction, a user or the partner. */
export interface NotificationSubject {
  readonly kind: 'TX' | 'USER' | 'PARTNER';
  readonly id: string;
}

// Idempotency record. Each user has a partition; requests without a user use one partition per partner. The key contains only the
// digest of the `Idempotency-Key`.
export const idempotencyItemKey = (partnerId: string, userId: string | undefined, key: string) =>
  recordKey(`IDEMPOTENCY#${partnerId}#${userId ?? 'PARTNER'}`, digest(key));

export const bankAccountKey = (bankAccountId: string) => recordKey(`BANK#${bankAccountId}`);

// Uniqueness record of a live (not deleted) bank account, by the owner and a digest of the routing details.
export const uniqueBankAccountKey = (
  owner: { readonly userId: string; readonly receiverId: string | undefined },
  routing: readonly string[],
) =>
  recordKey(
    `BANKOF#${owner.receiverId === undefined ? `USER#${owner.userId}` : `RECEIVER#${owner.receiverId}`}`,
    digest(JSON.stringify(routing)),
  );

// Receiver by id.
export const receiverKey = (receiverId: string) => recordKey(`RECEIVER#${receiverId}`);

// Wallet of a user by id. A query with the prefix reads all wallets. `walletAddressKey` is the uniqueness record of an address.
export const WALLET_PREFIX = 'WALLET#';
export const walletKey = (userId: string, walletId: string) =>
  recordKey(`USER#${userId}`, `${WALLET_PREFIX}${walletId}`);
export const walletAddressKey = (userId: string, vmType: string, address: string) =>
  recordKey(`USER#${userId}`, `ADDRESS#${vmType}#${address}`);

// Numbered wallet slots of a user, which limit the number of wallets. A range read returns the used slots.
export const WALLET_SLOT_PREFIX = 'WALLET_SLOT#';
export const walletSlotKey = (userId: string, slot: number) =>
  recordKey(`USER#${userId}`, `${WALLET_SLOT_PREFIX}${slot}`);

// Tokens that the sandbox has sent to a user's address on a blockchain. A query with the prefix reads all balances of the user.
export const SANDBOX_BALANCE_PREFIX = 'SANDBOX_BALANCE#';
export const sandboxBalanceKey = (userId: string, blockchain: string, address: string) =>
  recordKey(`USER#${userId}`, `${SANDBOX_BALANCE_PREFIX}${blockchain}#${address}`);

// Onboarding of a user to a virtual account in a country.
export const onboardingKey = (userId: string, country: string) => recordKey(`USER#${userId}`, `VIRTUAL#${country}`);

/** Collections that partners can list. */
export type Collection = 'USER' | 'TX' | 'NTF' | 'BANK' | 'RECEIVER' | 'WALLET';

// List rows: one partition per partner, collection and `facet`. The sort key is the item's id, so rows are in order of creation.
export const listPartition = (partnerId: string, collection: Collection, facet: string): string =>
  `L#${partnerId}#${collection}#${facet}`;

// Row count of a list, updated by the `projectChanges` worker.
export const listCountKey = (partition: string) => recordKey(`COUNT#${partition}`, 'COUNT');

// Change feed of a partner: pages by number, and a head item with the number of the last page.
export const feedPartition = (partnerId: string): string => `FEED#${partnerId}`;
export const feedPageKey = (partnerId: string, page: number) =>
  recordKey(feedPartition(partnerId), `PAGE#${String(page).padStart(16, '0')}`);
export const feedPageNumber = (sortKey: string): number => Number(sortKey.slice('PAGE#'.length));
// Index entries of a feed by time (ISO 8601): each contains the number of the page written at that time.
export const FEED_MARK_PREFIX = 'SINCE#';
export const feedMarkKey = (partnerId: string, at: string) =>
  recordKey(feedPartition(partnerId), `${FEED_MARK_PREFIX}${at}`);
export const feedHeadKey = (partnerId: string) => recordKey(feedPartition(partnerId), 'HEAD');

// Stream position of the last processed change, per partner and table partition.
export const feedSeenKey = (partnerId: string, partition: string) => recordKey(`FEEDSEEN#${partnerId}#${partition}`);

// Backlog: changes that could not be added to the partner's feed, in stream order. A head item exists while the backlog contains
// changes.
export const FEED_BACKLOG_PREFIX = 'CHANGE#';
export const feedBacklogPartition = (partnerId: string): string => `FEEDBACKLOG#${partnerId}`;
export const feedBacklogKey = (partnerId: string, seq: string, partition: string) =>
  recordKey(feedBacklogPartition(partnerId), `${FEED_BACKLOG_PREFIX}${seq}#${partition}`);
export const feedBacklogHeadKey = (partnerId: string) => recordKey(feedBacklogPartition(partnerId), 'HEAD');

/** Sparse index of due items, and of items that operators look up by a value other than the id (`look-ups.ts`). */
export const DUE_INDEX = 'byDue';

/**
 * Number of index partitions for due items. A transaction writes about 22 units to the index over its life, and a partition
 * accepts 1,000 units per second. 64 partitions support 2,900 new transactions per second across all partners.
 */
export const DUE_SHARDS = 64;

// Index partition of a due item. The digest of the item's id distributes due items over the partitions.
export const duePartition = (id: string): string => `DUE#${Number.parseInt(digest(id).slice(0, 2), 16) % DUE_SHARDS}`;
export const duePartitions = (): string[] => Array.from({ length: DUE_SHARDS }, (_, shard) => `DUE#${shard}`);
