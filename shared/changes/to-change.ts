import * as z from 'zod/mini';
import { decodeBankAccount } from '#shared/bank-accounts/item';
import { toBankAccountResponse } from '#shared/bank-accounts/response';
import type { Change } from '#shared/changes/repository';
import type { ItemImages } from '#shared/dynamodb/stream-item';
import { decodeVerification } from '#shared/identity/item';
import { toKycResponse } from '#shared/identity/response';
import { decodeQuote } from '#shared/quotes/item';
import { toCrossRampQuoteDetailResponse, toRampQuoteDetailResponse } from '#shared/quotes/response';
import { decodeAssociatedPerson } from '#shared/signatures/associated-persons/repository';
import { isBeneficialOwner } from '#shared/signatures/domain/associated-person';
import { toSignatureEntryResponse } from '#shared/signatures/response';
import { decodeTransaction } from '#shared/transactions/item';
import { toTransactionResponse } from '#shared/transactions/response';
import { decodeUser } from '#shared/users/item';
import { toUserResponse } from '#shared/users/response';
import { toIsoTime } from '#shared/values/iso-time';
import { notificationItem } from '#shared/webhooks/item';
import { toNotificationChange } from '#shared/webhooks/response';

const versioned = z.object({ version: z.number() });

/** Returns the change that an item write adds to the partner's feed; `undefined` if the write is not visible to partners. */
export function toChange(images: ItemImages): Change | undefined {
  const { before, after } = images;
  if (after.entity === 'QUOTE') return toQuoteUse(images);
  const { version } = versioned.parse(after);
  if (before?.version === version) return undefined;
  const seen = toVisibleState(images);
  if (seen === undefined) return undefined;
  return { version, at: toIsoTime(seen.atMs), type: seen.type, id: seen.id, resource: JSON.stringify(seen.resource) };
}

interface VisibleState {
  readonly type: Change['type'];
  readonly id: string;
  readonly atMs: number;
  readonly resource: object;
}

function toVisibleState({ after, atMs }: ItemImages): VisibleState | undefined {
  switch (after.entity) {
    case 'USER': {
      const user = decodeUser(after);
      return { type: 'USER', id: user.id, atMs: user.updatedAtMs, resource: toUserResponse(user) };
    }
    case 'KYC': {
      const verification = decodeVerification(after);
      const { id, userId, status, submittedAtMs, decidedAtMs } = verification;
      const resource = toKycResponse(userId, status, verification);
      return { type: 'KYC', id, atMs: decidedAtMs ?? submittedAtMs, resource };
    }
    case 'PERSON':
    case 'FORMER_PERSON': {
      const person = decodeAssociatedPerson(after);
      // Only beneficial owners sign. The change omits the signing link, because anyone with the link can sign.
      if (!isBeneficialOwner(person)) return undefined;
      const removed = after.entity === 'FORMER_PERSON' ? { removedAt: toIsoTime(person.updatedAtMs) } : {};
      const entry = toSignatureEntryResponse(person, person.updatedAtMs);
      const resource = { userId: person.userId, ...entry, ...removed };
      return { type: 'SIGNATURE', id: person.id, atMs: person.updatedAtMs, resource };
    }
    case 'BANK': {
      const account = decodeBankAccount(after);
      const deleted = account.deletedAtMs === undefined ? {} : { deletedAt: toIsoTime(account.deletedAtMs) };
      const { payeeCheck, ...seen } = toBankAccountResponse(account);
      // The feed omits the holder's name in the bank's records. Only the bank account response contains this name.
      const checked = payeeCheck && { ...payeeCheck, name: null };
      const resource = { ...seen, payeeCheck: checked, ...deleted };
      return { type: 'BANK_ACCOUNT', id: account.id, atMs: account.updatedAtMs, resource };
    }
    case 'TX': {
      const transaction = decodeTransaction(after);
      const { id, updatedAtMs } = transaction;
      return { type: 'TRANSACTION', id, atMs: updatedAtMs, resource: toTransactionResponse(transaction, updatedAtMs) };
    }
    case 'NTF': {
      const item = notificationItem.parse(after);
      const updatedMs = Date.parse(item.updatedAt);
      const resource = toNotificationChange(item);
      return { type: 'NOTIFICATION', id: item.id, atMs: Number.isNaN(updatedMs) ? atMs : updatedMs, resource };
    }
    default:
      return undefined;
  }
}

/** Returns a change if a transaction has used the quote. Partners see no other change of a quote. */
function toQuoteUse({ before, after, atMs }: ItemImages): Change | undefined {
  if (typeof after.usedBy !== 'string' || before?.usedBy !== undefined) return undefined;
  const quote = decodeQuote(after);
  const detail = quote.kind === 'CROSS_RAMP' ? toCrossRampQuoteDetailResponse(quote) : toRampQuoteDetailResponse(quote);
  const resource = { ...detail, transactionId: after.usedBy };
  return { type: 'QUOTE', id: quote.id, version: 1, at: toIsoTime(atMs), resource: JSON.stringify(resource) };
}
