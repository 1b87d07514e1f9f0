/** Conversion of postal addresses to and from the ISO 20022 fields of payment messages. */
import { countryName } from '#shared/identity/domain/country-names';
import { toPaymentText } from '#shared/values/payment-text';
import type { PostalAddress } from './bank-account';

/**
 * Maximum characters (ISO 20022, PostalAddress). `streetLine1` has the maximum of an address line, because `toIsoAddress` can
 * make it one.
 */
export const addressBounds = {
  ...{ streetLine1: 70, streetLine2: 70, buildingNumber: 16, city: 35, state: 35, postalCode: 16 },
} as const;

/** `PostalAddress` of ISO 20022, by XML tags. An address is structured without `AdrLine`, and hybrid with one or two lines. */
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
 * Converts an address to ISO 20022 fields, in the characters that payments allow. With a building number, the first line becomes
 * the street name; otherwise, it becomes an address line. The second line is always an address line.
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

/** Converts an ISO 20022 address to the address fields of this API. */
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
 * Finds the address's town name, country name or country code at the end of a line or before a comma. Rails treat such a
 * repetition as an error if town and country have separate fields.
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

/** Returns the words of a text in lower case, without punctuation and accents. */
function words(text: string): string {
  return toPaymentText(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}
