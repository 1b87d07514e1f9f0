/** Postal addresses in the fields of ISO 20022, as payments carry them. */
import { countryName } from '#shared/identity/domain/country-names';
import { toPaymentText } from '#shared/values/payment-text';
import type { PostalAddress } from './bank-account';

/** Maximum characters of each field (ISO 20022, PostalAddress); a street alone has the maximum of a line. */
export const addressBounds = {
  ...{ streetLine1: 70, streetLine2: 70, buildingNumber: 16, city: 35, state: 35, postalCode: 16 },
} as const;

/** `PostalAddress` of ISO 20022 by its tags: structured without address lines, hybrid with one or two. */
export interface IsoAddress {
  readonly StrtNm?: string;
  readonly BldgNb?: string;
  readonly PstCd?: string;
  readonly TwnNm?: string;
  readonly CtrySubDvsn?: string;
  readonly Ctry?: string;
  readonly AdrLine?: readonly string[];
}

/**
 * The address as a payment carries it, in the characters of payments. With a building number the first line is the street, and
 * without a second line the address is structured; else both lines are address lines, and it is hybrid.
 */
export function toIsoAddress(address: PostalAddress): IsoAddress {
  const { streetLine1, streetLine2, buildingNumber, city, state, postalCode, country } = address;
  const isStreet = buildingNumber !== undefined;
  const lines = [isStreet ? undefined : streetLine1, streetLine2].flatMap((line) => line ?? []);
  return {
    ...given('StrtNm', isStreet ? streetLine1 : undefined),
    ...given('BldgNb', buildingNumber),
    ...given('PstCd', postalCode),
    ...given('TwnNm', city),
    ...given('CtrySubDvsn', state),
    ...given('Ctry', country?.toUpperCase()),
    ...(lines.length > 0 && { AdrLine: lines.map(toPaymentText) }),
  };
}

/** The address in our fields, as a payment carries it. */
export function fromIsoAddress({
  StrtNm,
  BldgNb,
  PstCd,
  TwnNm,
  CtrySubDvsn,
  Ctry,
  AdrLine = [],
}: IsoAddress): PostalAddress {
  const [first, second] = BldgNb === undefined ? AdrLine : [StrtNm, ...AdrLine];
  return {
    ...given('streetLine1', first),
    ...given('streetLine2', second),
    ...given('buildingNumber', BldgNb),
    ...given('city', TwnNm),
    ...given('state', CtrySubDvsn),
    ...given('postalCode', PstCd),
    ...given('country', Ctry),
  };
}

function given<Name extends string>(name: Name, text: string | undefined) {
  return text === undefined ? {} : { [name]: toPaymentText(text) };
}

/**
 * The part of an address that one of its lines repeats, at the end of the line or before a comma: rails take that as a fault
 * of an address whose town and country have their own fields. A street that begins with the name of its town is none.
 */
export function repeatedPart(line: string, { city, country }: PostalAddress): 'city' | 'country' | undefined {
  const segments = line.split(',').map(words);
  const ends = (name: string | undefined) =>
    name !== undefined && name !== '' && segments.some((segment) => ` ${segment}`.endsWith(` ${words(name)}`));
  if (ends(city)) return 'city';
  const code = country?.toUpperCase() ?? '';
  const isCode = line.split(',').some((segment) => /(?:^|[^A-Za-z])([A-Z]{2})$/.exec(segment.trim())?.[1] === code);
  return isCode || ends(countryName(code)) ? 'country' : undefined;
}

/** The words of a text without marks and capitals. */
function words(text: string): string {
  return toPaymentText(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}
