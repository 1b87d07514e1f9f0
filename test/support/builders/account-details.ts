import { usAccount } from '#local/partner/api-client';

export const CLABE = '646180110400000007';

/** Example account details as the API expects them, for countries with different required fields. */
export const accountDetails = {
  MX: { country: 'MX', accountIdentifier: CLABE, alias: 'Nómina', rampType: 'OFF_RAMP' },
  DO: {
    country: 'DO',
    accountIdentifier: '9601234567',
    bankName: 'Popular',
    accountType: 'SAVINGS',
    documentIdentifier: '00112345673',
    documentType: 'CEDULA',
  },
  US: { country: 'US', ...usAccount, accountType: 'CHECKING' },
  DE: {
    country: 'DE',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Bank',
    accountHolder: { businessName: 'ACME' },
  },
  CN: {
    country: 'CN',
    accountIdentifier: '6222020',
    bankName: 'ICBC',
    accountType: 'CHECKING',
    accountHolder: { firstName: 'Li', lastName: 'Wei' },
    address: usAccount.address,
  },
} as const;
