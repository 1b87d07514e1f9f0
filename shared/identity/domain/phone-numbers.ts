/** Normalizes telephone numbers to ITU-T E.164. */

/** Country codes (ITU-T E.164) of the countries with verifications. */
const callingCodes: Readonly<Record<string, string>> = {
  ...{ MX: '52', DO: '1', US: '1', AD: '376', AL: '355', AT: '43', BE: '32', BG: '359', CH: '41', CY: '357' },
  ...{ CZ: '420', DE: '49', DK: '45', EE: '372', ES: '34', FI: '358', FR: '33', GB: '44', GI: '350', GR: '30' },
  ...{ HR: '385', HU: '36', IE: '353', IS: '354', IT: '39', LI: '423', LT: '370', LU: '352', LV: '371', MC: '377' },
  ...{ MD: '373', ME: '382', MK: '389', MT: '356', NL: '31', NO: '47', PL: '48', PT: '351', RO: '40', RS: '381' },
  ...{ SE: '46', SI: '386', SK: '421', SM: '378', VA: '39' },
};

/** Countries whose subscriber numbers can begin with 0. */
const keepsZero = ['IT', 'SM', 'VA'];

/**
 * Removes separators from a telephone number and adds the country code if missing. Returns a text that is not a number unchanged;
 * other checks reject the text.
 */
export function toE164(text: string, country: string): string {
  const digits = text.replace(/[\s().\-/]/g, '');
  if (/^\+\d+$/.test(digits)) return digits;
  if (/^00\d+$/.test(digits)) return `+${digits.slice(2)}`;
  const code = callingCodes[country];
  if (code === undefined || !/^\d+$/.test(digits)) return text;
  return `+${code}${keepsZero.includes(country) ? digits : digits.replace(/^0/, '')}`;
}
