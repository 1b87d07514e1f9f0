/**
 * Keys of the single table, with the access pattern of each. Every read is one of these keys or a range of
 * one partition; there is no scan anywhere in the service. Operators' commands that are about every item read the whole table.
 */

import { hash } from 'node:crypto';
import { comparableEmail } from '#shared/values/email';

export interface RecordKey {
  readonly PK: string;
  readonly SK: string;
}

/** Builds a key, by default the key of the item after which its partition is named. */
function recordKey(PK: string, SK = 'META'): RecordKey {
  return { PK, SK };
}

/** Hex SHA-256: the form in which secrets and personal data become keys. */
export function digest(value: string): string {
  return hash('sha256', value, 'hex');
}

/** Sequence numbers in keys: ten digits, so that they sort as text. */
export function padSequence(sequence: number): string {
  return String(sequence).padStart(10, '0');
}

// API key digest → who calls, with everything a request needs to know of its partner. One read per request, cached.
export const apiKeyKey = (apiKeyDigest: string) => recordKey(`KEY#${apiKeyDigest}`);

// Partner → its record, its keys (SK KEY#…), its webhook settings, its additional webhook endpoints by id, its branding.
export const partnerKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`);
export const partnerApiKeyKey = (partnerId: string, keyId: string) => recordKey(`PARTNER#${partnerId}`, `KEY#${keyId}`);
export const webhookSettingsKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`, 'WEBHOOK');
export const webhookEndpointKey = (partnerId: string, endpointId: string) =>
  recordKey(`PARTNER#${partnerId}`, `ENDPOINT#${endpointId}`);
export const brandingKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`, 'BRANDING');

// Health of an endpoint, as deliveries report it: of the first one, if no id is given. Ends by itself (attribute ttl).
export const endpointHealthKey = (partnerId: string, endpointId: string | undefined) =>
  recordKey(`PARTNER#${partnerId}`, `HEALTH#${endpointId ?? 'FIRST'}`);

// Partner → the audit trail of its operators, in the order of time. Apart from the partner's own items: no function may access it.
export const auditPartition = (partnerId: string): string => `AUDIT#${partnerId}`;
export const auditKey = (partnerId: string, entry: string) => recordKey(auditPartition(partnerId), entry);

// Copies of audit records and approvals, as the stream brought them, by the day of the write and the position in the stream.
export const auditCopyPartition = (day: string): string => `AUDIT_COPY#${day}`;
export const auditCopyKey = (day: string, position: string) => recordKey(auditCopyPartition(day), position);

// Fault injection that a sandbox partner asked for.
export const faultInjectionKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`, 'FAULT_INJECTION');

// Last sequence number given to a notification about the partner itself (test events).
export const partnerSequenceKey = (partnerId: string) => recordKey(`PARTNER#${partnerId}`, 'NTF_SEQUENCE');

// A partner's latest calls of the manual retry; ends by itself (attribute ttl) when they are long past.
export const manualRetriesKey = (partnerId: string) => recordKey(`RATE#${partnerId}`, 'MANUAL_RETRY');

// Request rate of a partner.
export const requestRateKey = (partnerId: string) => recordKey(`RATE#${partnerId}`);

// All partners, for the operator tool: one small partition, a row each.
export const partnerDirectoryKey = (partnerId: string) => recordKey('PARTNERS', partnerId);

/**
 * Allotments that a partner's maximum is divided into. A partition takes 1,000 write units a second, and a creation writes 2
 * units to a day and 2 to a month: these carry 2,000 creations a second of one partner.
 */
export const LIMIT_ALLOTMENTS = 8;

// Sum of the creations of a user, or of all users of a partner, in a day or a month (UTC), such as DAY#2026-01-15. A partner's is
// spread over allotments, each a separate partition. Ends by itself (attribute ttl).
export const userLimitKey = (userId: string, period: string) => recordKey(`LIMIT#USER#${userId}`, period);
export const partnerLimitKey = (partnerId: string, allotment: number, period: string) =>
  recordKey(`LIMIT#PARTNER#${partnerId}#${allotment}`, period);

// Stage whose table it is. The redrive of a deployed stage writes it once; operators cannot.
export const stageKey = recordKey('STAGE');

// Statuses of rails that operators have set: one item.
export const railStatusesKey = recordKey('RAILS');

// User by id; its verifications and its notifications share the partition.
export const userKey = (userId: string) => recordKey(`USER#${userId}`);
export const verificationKey = (userId: string, verificationId: string) =>
  recordKey(`USER#${userId}`, `KYC#${verificationId}`);

// Data that a person has entered on the page of a verification link, by the link's id.
export const verificationSessionKey = (userId: string, linkId: string) =>
  recordKey(`USER#${userId}`, `SESSION#${linkId}`);

// Persons of a business (owners and others) by id, and all of them (prefix).
export const PERSON_PREFIX = 'PERSON#';
export const personKey = (userId: string, personId: string) =>
  recordKey(`USER#${userId}`, `${PERSON_PREFIX}${personId}`);

// Person who was removed from a business, with the signed documents.
export const formerPersonKey = (userId: string, personId: string) =>
  recordKey(`USER#${userId}`, `FORMER_PERSON#${personId}`);

// Signed document of a person of a business, if it was made.
export const signedDocumentKey = (userId: string, personId: string) =>
  recordKey(`USER#${userId}`, `SIGNED_DOCUMENT#${personId}`);

// First visit to the page of a declaration, by the declaration's id.
export const pageOpeningKey = (userId: string, declarationId: string) =>
  recordKey(`USER#${userId}`, `OPENED#${declarationId}`);

// Link that a person opens, by its token. Only the token's digest is kept.
export const linkKey = (token: string) => recordKey(`LINK#${digest(token)}`);

// Code that hands a verification to another device. Only its digest is kept.
export const handoffCodeKey = (code: string) => recordKey(`HANDOFF#${digest(code)}`);

// Uniqueness of an address or an external id within a partner; also the look-up of a user by either.
export const uniqueEmailKey = (partnerId: string, email: string) =>
  recordKey(`UNIQUE#${partnerId}#EMAIL#${digest(comparableEmail(email))}`);
export const uniqueExternalIdKey = (partnerId: string, externalUserId: string) =>
  recordKey(`UNIQUE#${partnerId}#EXTERNAL#${digest(externalUserId)}`);

// Quote by id.
export const quoteKey = (quoteId: string) => recordKey(`QUOTE#${quoteId}`);

// Transaction by id; its timeline (EVENT#version), provider events by their id, simulation, and notifications share the partition.
export const transactionKey = (transactionId: string) => recordKey(`TX#${transactionId}`);
export const timelineKey = (transactionId: string, version: number) =>
  recordKey(`TX#${transactionId}`, `EVENT#${padSequence(version)}`);
export const PROVIDER_EVENT_PREFIX = 'PROVIDER#';
export const providerEventKey = (transactionId: string, provider: string, eventId: string) =>
  recordKey(`TX#${transactionId}`, `${PROVIDER_EVENT_PREFIX}${provider}#${eventId}`);
// Reports of providers that came before their time, the confirmations of a deposit of tokens, and the payout of a transaction, each by the transaction's id.
export const outOfOrderEventsKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'OUT_OF_ORDER');
export const confirmationsKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'CONFIRMATIONS');
// Mark of a held transaction, by which operators find it, and the information of its partner, by the version of the transaction.
export const heldTransactionKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'HOLD');
export const INFORMATION_PREFIX = 'INFORMATION#';
export const informationKey = (transactionId: string, version: number) =>
  recordKey(`TX#${transactionId}`, `${INFORMATION_PREFIX}${padSequence(version)}`);
// Travel-rule information of a transaction, sealed.
export const travelRuleKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'TRAVEL_RULE');
export const payoutKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'PAYOUT');
// Orders of a transaction next to its payout's, by their names, and the mark of one that waits for a person.
export const ORDER_PREFIX = 'ORDER#';
export const orderKey = (transactionId: string, name: string) =>
  recordKey(`TX#${transactionId}`, `${ORDER_PREFIX}${name}`);
export const waitingOrderKey = (transactionId: string, name: string) =>
  recordKey(`TX#${transactionId}`, `WAITING_ORDER#${name}`);

// Look-up of the proof of a transaction's deposit or payout, by the side.
export const proofKey = (transactionId: string, side: string) => recordKey(`TX#${transactionId}`, `PROOF#${side}`);

// Change of production that a second person has to approve.
export const approvalKey = (id: string) => recordKey(`APPROVAL#${id}`);

// Receipts of a transaction as they were issued: of its completion, and of a payout that came back.
export const receiptKey = (transactionId: string, kind: 'RECEIPT' | 'RETURN_RECEIPT') =>
  recordKey(`TX#${transactionId}`, kind);

export const simulationKey = (transactionId: string) => recordKey(`TX#${transactionId}`, 'SIMULATION');

/** Partitions that a day's journal is spread over. */
export const JOURNAL_SHARDS = 16;

// Journal: every movement of money of a day (UTC), spread by transaction, for the trial balance of a range of days.
export const journalKey = (transactionId: string, version: number, day: string) =>
  recordKey(
    `JOURNAL#${day}#${Number.parseInt(digest(transactionId).slice(0, 1), 16) % JOURNAL_SHARDS}`,
    `${transactionId}#${padSequence(version)}`,
  );
export const journalPartitions = (day: string): string[] =>
  Array.from({ length: JOURNAL_SHARDS }, (_, shard) => `JOURNAL#${day}#${shard}`);

// Sums of a partner's movements of a day by partition of the journal, the corrections of the day, and its final report.
export const settlementKey = (partnerId: string, day: string, part: string) =>
  recordKey(`SETTLEMENT#${partnerId}`, `${day}#${part}`);

// Account at a bank or a custodian, by the first part of its number's digest: its statements by their last day, and what of them
// has not been matched, open or resolved, in ranges of their own.
export const reconciledAccountKey = (accountId: string) => recordKey(`RECONCILED#${accountId}`);
export const STATEMENT_PREFIX = 'STATEMENT#';
export const statementKey = (accountId: string, to: string, statementId: string) =>
  recordKey(`RECONCILED#${accountId}`, `${STATEMENT_PREFIX}${to}#${statementId}`);
export const OPEN_PREFIX = 'OPEN#';
export const openExceptionKey = (accountId: string, id: string) =>
  recordKey(`RECONCILED#${accountId}`, `${OPEN_PREFIX}${id}`);
export const resolvedExceptionKey = (accountId: string, id: string) =>
  recordKey(`RECONCILED#${accountId}`, `RESOLVED#${id}`);

/** Partitions that a statement is spread over: one takes 1,000 writes a second. */
export const IMPORT_SHARDS = 16;

// Reference of a movement of the books that a statement of an account has used, with the movement's direction; spread.
export const settledReferenceKey = (accountId: string, reference: string) =>
  recordKey(`RECONCILED#${accountId}#${digest(reference).slice(0, 1)}`, `REFERENCE#${digest(reference)}`);

// Import of statements: itself, the changes that are still to be made, and those that take it back; entries of a statement by
// their position; all spread.
export const importPartition = (importId: string, position: number): string =>
  `IMPORT#${importId}#${position % IMPORT_SHARDS}`;
export const importKey = (importId: string) => recordKey(importPartition(importId, 0), 'IMPORT');
export const importedEntryKey = (entriesId: string, position: number) =>
  recordKey(importPartition(entriesId, position), `ENTRY#${padSequence(position)}`);
export const CHANGE_PREFIX = 'CHANGE#';
export const UNDO_PREFIX = 'UNDO#';
export const importChangeKey = (importId: string, prefix: string, position: number) =>
  recordKey(importPartition(importId, position), `${prefix}${padSequence(position)}`);

// Notification: in the partition of its subject, in the order of the events, so that a delivery
// can read the previous one consistently.
export const notificationKey = (subject: NotificationSubject, sequence: number) =>
  recordKey(`${subject.kind}#${subject.id}`, `NTF#${padSequence(sequence)}`);

// The previous notification of the same subject.
export const previousNotificationKey = ({ PK, SK }: RecordKey) =>
  recordKey(PK, `NTF#${padSequence(Number(SK.slice('NTF#'.length)) - 1)}`);

const ENDPOINT_MARK = '#EP#';

// Delivery of a notification to an additional endpoint: a partition of each subject and endpoint, in the order of the events.
export const endpointDeliveryKey = ({ PK, SK }: RecordKey, endpointId: string) =>
  recordKey(`${PK}${ENDPOINT_MARK}${endpointId}`, SK);

// The additional endpoint of a delivery's partition; `undefined` for any other partition.
export const endpointOfPartition = (partition: string): string | undefined => partition.split(ENDPOINT_MARK)[1];

// The notification that a delivery to an additional endpoint sends.
export const deliveredNotificationKey = ({ PK, SK }: RecordKey) => recordKey(PK.split(ENDPOINT_MARK)[0] ?? PK, SK);

// Responses of endpoints to a delivery's attempts that are too long for its own item: by the time of the attempt (ISO 8601), and
// those of a whole partition (prefix).
export const RESPONSE_PREFIX = 'RESPONSE#';
export const deliveryResponsePrefix = ({ SK }: RecordKey): string => `${RESPONSE_PREFIX}${SK.slice('NTF#'.length)}#`;
export const deliveryResponseKey = (delivery: RecordKey, at: string) =>
  recordKey(delivery.PK, `${deliveryResponsePrefix(delivery)}${at}`);

/** The subject of a notification. */
export interface NotificationSubject {
  readonly kind: 'TX' | 'USER' | 'PARTNER';
  readonly id: string;
}

// Idempotency record: one partition for each user, and one for requests without a user; only the digest of the key is stored.
export const idempotencyItemKey = (partnerId: string, userId: string | undefined, key: string) =>
  recordKey(`IDEMPOTENCY#${partnerId}#${userId ?? 'PARTNER'}`, digest(key));

// Bank account by id.
export const bankAccountKey = (bankAccountId: string) => recordKey(`BANK#${bankAccountId}`);

// Live bank account of an owner by everything that routes it: the same account is saved once. Only the digest is kept.
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

// Wallet of a user by id, all wallets of a user (prefix), and the live wallet of a user by address.
export const WALLET_PREFIX = 'WALLET#';
export const walletKey = (userId: string, walletId: string) =>
  recordKey(`USER#${userId}`, `${WALLET_PREFIX}${walletId}`);
export const walletAddressKey = (userId: string, vmType: string, address: string) =>
  recordKey(`USER#${userId}`, `ADDRESS#${vmType}#${address}`);

// One of the numbered places for a user's wallets: as many as it may have. Those that are taken are read as a range.
export const WALLET_SLOT_PREFIX = 'WALLET_SLOT#';
export const walletSlotKey = (userId: string, slot: number) =>
  recordKey(`USER#${userId}`, `${WALLET_SLOT_PREFIX}${slot}`);

// Tokens that the sandbox has sent to an address of a user on a chain: all of a user (prefix).
export const SANDBOX_BALANCE_PREFIX = 'SANDBOX_BALANCE#';
export const sandboxBalanceKey = (userId: string, blockchain: string, address: string) =>
  recordKey(`USER#${userId}`, `${SANDBOX_BALANCE_PREFIX}${blockchain}#${address}`);

// A user's onboarding to a virtual account in a country.
export const onboardingKey = (userId: string, country: string) => recordKey(`USER#${userId}`, `VIRTUAL#${country}`);

/** The collections a partner can list. */
export type Collection = 'USER' | 'TX' | 'NTF' | 'BANK' | 'RECEIVER' | 'WALLET';

// List rows: one partition per partner, collection and facet; the sort key is the item's id, hence its age.
export const listPartition = (partnerId: string, collection: Collection, facet: string): string =>
  `L#${partnerId}#${collection}#${facet}`;

// Number of rows of a list, kept by the projectChanges worker.
export const listCountKey = (partition: string) => recordKey(`COUNT#${partition}`, 'COUNT');

// Feed of a partner's changes: its pages by number, and the number of the last one.
export const feedPartition = (partnerId: string): string => `FEED#${partnerId}`;
export const feedPageKey = (partnerId: string, page: number) =>
  recordKey(feedPartition(partnerId), `PAGE#${String(page).padStart(16, '0')}`);
export const feedPageNumber = (sortKey: string): number => Number(sortKey.slice('PAGE#'.length));
// Sort key prefix of the marks of a feed: each gives the page that holds the first change at a time (ISO 8601).
export const FEED_MARK_PREFIX = 'SINCE#';
export const feedMarkKey = (partnerId: string, at: string) =>
  recordKey(feedPartition(partnerId), `${FEED_MARK_PREFIX}${at}`);
export const feedHeadKey = (partnerId: string) => recordKey(feedPartition(partnerId), 'HEAD');

// Changes of a partition that are in its partner's feed already.
export const feedSeenKey = (partnerId: string, partition: string) => recordKey(`FEEDSEEN#${partnerId}#${partition}`);

// Changes that wait for their partner's feed, in the order of the stream, and the mark that there are some.
export const FEED_BACKLOG_PREFIX = 'CHANGE#';
export const feedBacklogPartition = (partnerId: string): string => `FEEDBACKLOG#${partnerId}`;
export const feedBacklogKey = (partnerId: string, seq: string, partition: string) =>
  recordKey(feedBacklogPartition(partnerId), `${FEED_BACKLOG_PREFIX}${seq}#${partition}`);
export const feedBacklogHeadKey = (partnerId: string) => recordKey(feedBacklogPartition(partnerId), 'HEAD');

/** The sparse index of due items, and of the items that operators look up (`look-ups.ts`). */
export const DUE_INDEX = 'byDue';

/**
 * Partitions that the index of due items is spread over. A transaction's life writes some 22 units to it, and a
 * partition takes 1,000 a second: these carry 2,900 creations a second of all partners together.
 */
export const DUE_SHARDS = 64;

// Items with a due time: index byDue, spread by the item's own id.
export const duePartition = (id: string): string => `DUE#${Number.parseInt(digest(id).slice(0, 2), 16) % DUE_SHARDS}`;
export const duePartitions = (): string[] => Array.from({ length: DUE_SHARDS }, (_, shard) => `DUE#${shard}`);
