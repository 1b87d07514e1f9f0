import { Problem, quoteNotFound, transactionNotFound, userNotOfPartner } from '#shared/api/problems';
import { findQuote } from '#shared/data/quotes';
import { findTransaction } from '#shared/data/transactions';
import { findUser } from '#shared/data/users';
import type { Caller } from '#shared/domain/partners/partner';
import type { Quote } from '#shared/domain/quotes/quote';
import type { Transaction } from '#shared/domain/transactions/transaction';
import type { User } from '#shared/domain/users/user';

/** The caller's own user. An unknown one and another partner's look the same. @throws Problem */
export function ownUser(user: User | undefined, caller: Caller): User {
  if (user === undefined || user.partnerId !== caller.partnerId) throw userNotOfPartner();
  return user;
}

/** Reads the caller's own user. @throws Problem */
export async function readOwnUser(userId: string, caller: Caller): Promise<User> {
  return ownUser(await findUser(userId), caller);
}

/** The caller's own user that the path names, for whom an idempotency key counts. @throws Problem */
export async function ownerInPath({
  params,
  caller,
}: {
  readonly params: { readonly userId: string };
  readonly caller: Caller;
}): Promise<string> {
  return (await readOwnUser(params.userId, caller)).id;
}

/** The caller's own user that the body names, for whom an idempotency key counts. @throws Problem */
export async function ownerInBody({
  body,
  caller,
}: {
  readonly body: { readonly userId: string };
  readonly caller: Caller;
}): Promise<string> {
  return (await readOwnUser(body.userId, caller)).id;
}

/** The same at the start of a verification, where an unknown user has an answer of its own. @throws Problem */
export async function readOwnUserForKyc(userId: string, caller: Caller): Promise<User> {
  const user = await findUser(userId);
  if (user === undefined) throw new Problem('NOT_FOUND_ERROR', 'Requested User was not found');
  return ownUser(user, caller);
}

/** Reads the caller's own transaction; another partner's is as unknown as one that is not there. @throws Problem */
export async function readOwnTransaction(transactionId: string, caller: Caller): Promise<Transaction> {
  const transaction = await findTransaction(transactionId);
  if (transaction?.partnerId !== caller.partnerId) throw transactionNotFound();
  return transaction;
}

/** Reads the caller's own quote; another partner's is as unknown as one that is not there. @throws Problem */
export async function readOwnQuote(quoteId: string, caller: Caller): Promise<Quote> {
  const quote = await findQuote(quoteId);
  if (quote?.partnerId !== caller.partnerId) throw quoteNotFound();
  return quote;
}
