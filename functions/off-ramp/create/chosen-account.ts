/** The bank account that an off-ramp pays out to, and the rules of its country. */
import { badRequest, invalidInput } from '#shared/api/problems';
import type { Key } from '#shared/data/keys';
import type { RawItem } from '#shared/data/table';
import { type BankDetails, ibanFault, offRampCountryOf } from '#shared/domain/banks/bank-account';
import { currencyOf } from '#shared/domain/banks/corridors';
import { isTargetCountry, regionOf, type TargetCountry } from '#shared/domain/banks/countries';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Caller } from '#shared/domain/partners/partner';
import type { Request } from '#shared/http/edge';
import { checkInvoiceGiven } from '#shared/operations/corridor-rules';
import {
  type AccountChoice,
  accountFactKey,
  inlineAccount,
  likelyCurrency,
  mustFit,
  type PayoutAccount,
  receiverAccount,
  recordAsPayout,
  savedAccount,
} from '#shared/operations/payout-account';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/** What the request says of the account. */
export function choiceOf(body: Body): AccountChoice {
  const { userId, userBankInformation, userBankInformationId, receiverId } = body;
  return { userId, savedId: userBankInformationId, details: userBankInformation, receiverId };
}

/** Key of the item that tells about the account. Its currency may hang on a quote that is not read yet. */
export function factKeyOf(body: Body): Key | undefined {
  const { userBankInformation: details = {}, fiatCurrency } = body;
  return accountFactKey(choiceOf(body), offRampCountryOf(details, fiatCurrency ?? likelyCurrency(details)));
}

/** An account must be named, and a saved one must be the user's. @throws Problem */
export function checkNamed(body: Body, fact: RawItem | undefined, caller: Caller): void {
  const choice = choiceOf(body);
  const { savedId, details, receiverId } = choice;
  if (savedId === undefined && details === undefined && receiverId === undefined) throw noAccount();
  if (savedId !== undefined) savedAccount(choice, fact, caller);
}

const noAccount = () => badRequest('Either userBankInformationId or userBankInformation must be provided');

/** The account that is paid. It must be one of the currency that is paid out. @throws Problem */
export async function chosenAccount(
  { body, caller, nowMs }: CreateRequest,
  fiat: FiatCurrency,
  { factKey, fact }: { readonly factKey: Key | undefined; readonly fact: RawItem | undefined },
): Promise<PayoutAccount> {
  const choice = choiceOf(body);
  const checkCountry = (country: TargetCountry, field: string) => {
    checkInvoiceGiven(country, body.invoiceFile);
    mustFit(field, fiat, currencyOf(country));
  };
  if (choice.savedId !== undefined) {
    const record = savedAccount(choice, fact, caller);
    checkCountry(record.details.country, 'userBankInformationId');
    return recordAsPayout(record);
  }
  if (choice.details !== undefined) {
    const { details } = choice;
    const country = countryOfDetails(details, fiat);
    checkCountry(country, 'userBankInformation.country');
    const owner = { partnerId: caller.partnerId, userId: body.userId, receiverId: undefined };
    return inlineAccount({ owner, country, details, prefix: 'userBankInformation', fact, factKey, nowMs });
  }
  if (choice.receiverId !== undefined) {
    const record = await receiverAccount(choice.receiverId, body.userId, caller);
    checkCountry(record.details.country, 'receiverId');
    return recordAsPayout(record);
  }
  throw noAccount();
}

/** @throws Problem when an IBAN has to name the country, and names none that euro are paid to */
function countryOfDetails(details: BankDetails, fiat: FiatCurrency): TargetCountry {
  const country = offRampCountryOf(details, fiat);
  const isServed = country !== undefined && isTargetCountry(country);
  const isByIban = country !== details.country && fiat === 'EUR';
  if (isServed && !(isByIban && regionOf(country) !== 'SEPA')) return country;
  throw invalidInput([{ field: 'userBankInformation.iban', message: ibanFault(details) }]);
}
