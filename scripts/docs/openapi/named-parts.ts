/** Parts of bodies that deserve a name of their own, since they come up more than once or are large. */

import { contracts } from '#scripts/docs/contracts';
import { responseSchemas } from '#shared/api/response-schemas';

const crossRamp = contracts.createCrossRamp.body.shape;
const kyc = contracts.startKyc.body.shape;
const account = crossRamp.targetBankAccount.def.innerType;

export const namedParts = {
  TargetBankDetails: account,
  AccountHolder: account.shape.accountHolder.def.innerType,
  PostalAddress: account.shape.address.def.innerType,
  KycPerson: kyc.beneficiaryOwner.def.innerType,
  KycIdentity: kyc.identity.def.innerType,
  KycDocument: kyc.documents.def.innerType.def.element,
  KycPosition: kyc.pep.def.innerType,
  KycAddress: kyc.address.def.innerType,
  MockRule: responseSchemas.MockTestingGuide.shape.crossRampRules.def.element,
  DeliveryAttempt: responseSchemas.WebhookNotification.shape.attempts.def.element,
};
