import * as z from 'zod/mini';
import { bankAccountView } from '#shared/api/views/bank-account';
import { kycView } from '#shared/api/views/kyc';
import { notificationChange } from '#shared/api/views/notification';
import { crossRampQuoteDetailView, rampQuoteDetailView } from '#shared/api/views/quote';
import { signatureEntryView } from '#shared/api/views/signature-entry';
import { iso } from '#shared/api/views/time';
import { transactionView } from '#shared/api/views/transaction';
import { userView } from '#shared/api/views/user';
import type { Change } from '#shared/data/change-feed';
import { decodeBankAccount } from '#shared/data/items/bank-account';
import { notificationItem } from '#shared/data/items/notification';
import { decodePerson } from '#shared/data/items/person';
import { decodeQuote } from '#shared/data/items/quote';
import { decodeTransaction } from '#shared/data/items/transaction';
import { decodeUser } from '#shared/data/items/user';
import { decodeVerification } from '#shared/data/items/verification';
import type { Images } from '#shared/data/stream-image';
import { isOwner } from '#shared/domain/owners/person';

const versioned = z.object({ version: z.number() });

/** What a write means to a partner; `undefined` when it changed nothing that partners see. */
export function changeOf(images: Images): Change | undefined {
  const { before, after } = images;
  if (after.entity === 'QUOTE') return quoteUse(images);
  const { version } = versioned.parse(after);
  if (before?.version === version) return undefined;
  const seen = resourceOf(images);
  if (seen === undefined) return undefined;
  return {
    version,
    at: iso(seen.atMs),
    type: seen.type,
    id: seen.id,
    resource: JSON.stringify(seen.resource),
  };
}

interface Seen {
  readonly type: Change['type'];
  readonly id: string;
  readonly atMs: number;
  readonly resource: object;
}

function resourceOf({ after, atMs }: Images): Seen | undefined {
  switch (after.entity) {
    case 'USER': {
      const user = decodeUser(after);
      return { type: 'USER', id: user.id, atMs: user.updatedAtMs, resource: userView(user) };
    }
    case 'KYC': {
      const verification = decodeVerification(after);
      const { id, submittedAtMs, decidedAtMs } = verification;
      return { type: 'KYC', id, atMs: decidedAtMs ?? submittedAtMs, resource: kycView(verification) };
    }
    case 'PERSON':
    case 'FORMER_PERSON': {
      const person = decodePerson(after);
      // Only owners sign, and a link belongs to its owner alone.
      if (!isOwner(person)) return undefined;
      const removed = after.entity === 'FORMER_PERSON' ? { removedAt: iso(person.updatedAtMs) } : {};
      const entry = signatureEntryView(person, person.updatedAtMs);
      const resource = { userId: person.userId, ...entry, ...removed };
      return { type: 'SIGNATURE', id: person.id, atMs: person.updatedAtMs, resource };
    }
    case 'BANK': {
      const account = decodeBankAccount(after);
      const deleted = account.deletedAtMs === undefined ? {} : { deletedAt: iso(account.deletedAtMs) };
      const resource = { ...bankAccountView(account), ...deleted };
      return { type: 'BANK_ACCOUNT', id: account.id, atMs: account.updatedAtMs, resource };
    }
    case 'TX': {
      const transaction = decodeTransaction(after);
      const { id, updatedAtMs } = transaction;
      return {
        type: 'TRANSACTION',
        id,
        atMs: updatedAtMs,
        resource: transactionView(transaction, updatedAtMs),
      };
    }
    case 'NTF': {
      const item = notificationItem.parse(after);
      const updatedMs = Date.parse(item.updatedAt);
      const resource = notificationChange(item);
      return {
        type: 'NOTIFICATION',
        id: item.id,
        atMs: Number.isNaN(updatedMs) ? atMs : updatedMs,
        resource,
      };
    }
    default:
      return undefined;
  }
}

/** A quote changes once that partners know of: when a transaction uses it. */
function quoteUse({ before, after, atMs }: Images): Change | undefined {
  if (typeof after.usedBy !== 'string' || before?.usedBy !== undefined) return undefined;
  const quote = decodeQuote(after);
  const detail = quote.kind === 'CROSS_RAMP' ? crossRampQuoteDetailView(quote) : rampQuoteDetailView(quote);
  const resource = { ...detail, transactionId: after.usedBy };
  return { type: 'QUOTE', id: quote.id, version: 1, at: iso(atMs), resource: JSON.stringify(resource) };
}
