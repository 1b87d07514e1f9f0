import { badRequest, invalidInput } from '#shared/api/problems';
import { offRampView } from '#shared/api/views/transaction';
import { stage } from '#shared/config/environment';
import type { Key } from '#shared/data/keys';
import type { RawItem } from '#shared/data/table';
import { currencyOf, targetCountryOf } from '#shared/domain/banks/bank-account';
import { isTargetCountry } from '#shared/domain/banks/countries';
import { newId } from '#shared/domain/ids';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Caller } from '#shared/domain/partners/partner';
import type { OffRamp } from '#shared/domain/transactions/transaction';
import type { Operation, Request } from '#shared/http/edge';
import { againWhenRaced, answerCreation, type CreationReply } from '#shared/operations/answer-creation';
import { readCreationFacts } from '#shared/operations/creation-facts';
import { newRamp, orderedPair, orderedTerms, sandboxAmountOf } from '#shared/operations/order-ramp';
import {
  type AccountChoice,
  accountFactKey,
  inlineAccount,
  mustFit,
  type PayoutAccount,
  receiverAccount,
  recordAsPayout,
  savedAccount,
} from '#shared/operations/payout-account';
import { custodyOf } from '#shared/providers/custody/custody';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;

/** Creates an off-ramp: one read of what the rules need, one atomic write of everything that follows. */
export const createOffRamp: Operation<typeof contract> = (request) =>
  againWhenRaced(request, () => create(request));

async function create(request: CreateRequest): Promise<CreationReply> {
  const { body, caller, idempotency, nowMs } = request;
  const { userId, quoteId } = body;
  const choice = choiceOf(body);
  const factKey = accountFactKey(choice, body.fiatCurrency);
  const further = factKey === undefined ? [] : [factKey];
  const facts = await readCreationFacts({ caller, idempotency, nowMs, userId, quoteId, further });
  if ('replay' in facts) return { stored: facts.replay, replayed: true };
  // What hangs on no quote is told before a quote that is unknown.
  if (quoteId !== undefined && facts.quote === undefined) checkNamed(choice, facts.further[0], caller);
  const pair = orderedPair(body, facts.quote, { kind: 'OFF_RAMP', caller, nowMs });
  const payout = await payoutOf(request, pair.fiat, { factKey, fact: facts.further[0] });
  const terms = await orderedTerms(body, facts.quote, { kind: 'OFF_RAMP', pair, caller, nowMs });
  const id = newId(nowMs);
  const next: OffRamp = {
    ...newRamp(
      terms,
      { id, partnerId: caller.partnerId, userId, quoteId: facts.quote?.id },
      'OFF_RAMP',
      nowMs,
    ),
    kind: 'OFF_RAMP',
    status: 'PENDING_PAYMENT',
    depositAddress: await custodyOf(stage()).depositAddressFor(id, terms.blockchain),
    bankAccount: payout.account,
    bankAccountId: payout.bankAccountId,
    executedAtMs: undefined,
    transactionHash: undefined,
  };
  const sandboxAmount = sandboxAmountOf(terms, 'OFF_RAMP');
  return answerCreation({ ...facts, next, sandboxAmount, alongside: payout.writes }, offRampView(next));
}

function choiceOf({
  userId,
  userBankInformation,
  userBankInformationId,
  receiverId,
}: CreateRequest['body']): AccountChoice {
  return { userId, savedId: userBankInformationId, details: userBankInformation, receiverId };
}

/** An account must be named, and a saved one must be the user's. @throws Problem */
function checkNamed(choice: AccountChoice, fact: RawItem | undefined, caller: Caller): void {
  const { savedId, details, receiverId } = choice;
  if (savedId === undefined && details === undefined && receiverId === undefined) throw noAccount();
  if (savedId !== undefined) savedAccount(choice, fact, caller);
}

const noAccount = () => badRequest('Either userBankInformationId or userBankInformation must be provided');

/** The account that is paid. It must be one of the currency that is paid out. @throws Problem */
async function payoutOf(
  { body, caller, nowMs }: CreateRequest,
  fiat: FiatCurrency,
  { factKey, fact }: { readonly factKey: Key | undefined; readonly fact: RawItem | undefined },
): Promise<PayoutAccount> {
  const choice = choiceOf(body);
  if (choice.savedId !== undefined) {
    const record = savedAccount(choice, fact, caller);
    mustFit('userBankInformationId', fiat, currencyOf(record.details.country));
    return recordAsPayout(record);
  }
  if (choice.details !== undefined) {
    const country = targetCountryOf(undefined, choice.details, fiat);
    if (country === undefined || !isTargetCountry(country)) {
      throw invalidInput([{ field: 'userBankInformation.iban', message: 'Required for accounts in EUR' }]);
    }
    mustFit('userBankInformation.country', fiat, currencyOf(country));
    const owner = { partnerId: caller.partnerId, userId: body.userId, receiverId: undefined };
    return inlineAccount({
      owner,
      country,
      details: choice.details,
      prefix: 'userBankInformation',
      fact,
      factKey,
      nowMs,
    });
  }
  if (choice.receiverId !== undefined) {
    const record = await receiverAccount(choice.receiverId, body.userId, caller);
    mustFit('receiverId', fiat, currencyOf(record.details.country));
    return recordAsPayout(record);
  }
  throw noAccount();
}
