/** Travel-rule data with unusual names and addresses. Tests check that no table items or logs contain these texts. */
const name = (primaryIdentifier: string, secondaryIdentifier: string) => ({
  nameIdentifier: [{ primaryIdentifier, secondaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' as const }],
});

export const aNaturalPerson = () => ({
  name: name('Quetzalcóatl', 'Ximena'),
  geographicAddress: [
    {
      addressType: 'HOME' as const,
      streetName: 'Calzada Itzcoatlan',
      buildingNumber: '1847',
      postCode: '06140',
      townName: 'Tenochtitlan',
      country: 'MX',
    },
  ],
  nationalIdentification: {
    nationalIdentifier: 'XQMX850712MDFLRN09',
    nationalIdentifierType: 'IDCD' as const,
    countryOfIssue: 'MX',
  },
  dateAndPlaceOfBirth: { dateOfBirth: '1985-07-12', placeOfBirth: 'Xochimilcotzingo' },
  countryOfResidence: 'MX',
});

export const aLegalPerson = () => ({
  name: { nameIdentifier: [{ legalPersonName: 'Zapotlán Exchange', legalPersonNameIdentifierType: 'LEGL' as const }] },
  nationalIdentification: { nationalIdentifier: '5493001KJTIIGC8Y1R12', nationalIdentifierType: 'LEIX' as const },
  countryOfRegistration: 'MX',
});

const payloadMetadata = { payloadVersion: '101.2023' as const };
const wallet = ['0xQuetzalWallet01'];

/** Travel-rule data of a token deposit. */
export const aDepositTravelRule = () => ({
  originator: { originatorPerson: [{ naturalPerson: aNaturalPerson() }], accountNumber: wallet },
  originatingVASP: { originatingVASP: { legalPerson: aLegalPerson() } },
  payloadMetadata,
});

/** Travel-rule data of a token payout. */
export const aPayoutTravelRule = () => ({
  beneficiary: { beneficiaryPerson: [{ naturalPerson: aNaturalPerson() }], accountNumber: wallet },
  beneficiaryVASP: { beneficiaryVASP: { legalPerson: aLegalPerson() } },
  payloadMetadata,
});
