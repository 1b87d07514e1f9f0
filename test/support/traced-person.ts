/** A business with data in every place where the service stores personal data. */

import { randomUUID } from 'node:crypto';
import { type ApiClient, until, usAccount } from '#local/partner/api-client';
import { PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { newVerificationSession } from '#shared/identity/sessions/repository';
import { storeFile } from '#shared/platform/files/files';
import { aPayoutTravelRule } from '#test/support/builders/travel-rules';
import { Business } from '#test/support/business';
import type { FileServer } from './servers/file-server';

/** Personal data of the business. The values do not occur in other data, so that tests can search the stored data for them. */
export const traces = {
  email: 'zyanya.quetzalcoyotl@person.example.com',
  externalUserId: 'crm-zyanya-77',
  userAlias: 'Zyanyas Laden',
  businessName: 'Quetzalcoyotl Importaciones',
  laterName: 'Quetzalcoyotl Exportaciones',
  firstName: 'Zyanya',
  lastName: 'Quetzalcoyotl',
  ownerFirst: 'Itzcali',
  ownerLast: 'Wolffsbergen',
  ownerEmail: 'itzcali@person.example.com',
  ownerTaxId: 'WOIT800504AB1',
  formerFirst: 'Nenetl',
  formerLast: 'Vandermeersch',
  receiverFirst: 'Citlalmina',
  receiverLast: 'Oxtotzin',
  receiverPhone: '+525598761234',
  goneReceiver: 'Tlacaelel',
  usAccount: '998877665544',
  deletedAccount: '112233445566',
  receiverAccount: '665544332211',
  goneReceiverAccount: '556677889900',
  inlineAccount: '443322110099',
  chinaAccount: '6222029988',
  clabe: '012180015500000008',
  bank: 'Banco Ahuehuete',
  street: 'Calle Cempasuchil 99',
  holder: 'Papalotzin',
  accountAlias: 'Ahorros Cempasuchil',
  wallet: '0x52908400098527886E0F7030069857D2E4169EE7',
  walletAlias: 'Billetera Papalotl',
  reference: 'Renta de Zyanya',
  externalId: 'pedido-de-Zyanya',
  metadata: 'nota de Papalotzin',
  onRampMetadata: 'nota de la compra de Zyanya',
  invoice: 'factura de Cempasuchil',
  offRampInvoice: 'factura del retiro de Zyanya',
  document: 'pasaporte de Zyanya',
  upload: 'foto sin enviar',
  draft: 'borrador de Zyanya',
} as const;

export interface TracedPerson {
  readonly userId: string;
  readonly ownerId: string;
  /** On-ramp, off-ramp, cross-ramp to a saved account, and cross-ramp to China. All have ended. */
  readonly transactionIds: readonly string[];
  readonly idempotencyKey: string;
}

const address = { streetLine1: traces.street, city: 'Austin', postalCode: '73301', country: 'US' };

function account(accountIdentifier: string) {
  const accountHolder = { firstName: traces.holder, lastName: traces.lastName };
  return { ...usAccount, country: 'US', accountIdentifier, bankName: traces.bank, accountHolder, address };
}

/** Creates the business with its data, and waits until all transactions and webhooks have ended. */
export async function tracedPerson(partner: ApiClient, files: FileServer): Promise<TracedPerson> {
  const create = async (path: string, body: unknown, headers = {}): Promise<string> => {
    const response = await partner.post(path, body, { headers });
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`);
    return response.body.data.id;
  };
  const { email, externalUserId, businessName } = traces;
  const userId = await partner.newUser({ type: 'BUSINESS', email, externalUserId, businessName });
  await partner.send('PATCH', `/users/${userId}`, {
    alias: traces.userAlias,
    businessName: traces.laterName,
  });
  const fileUrl = `${files.serve(`/${randomUUID()}`, Buffer.from(`%PDF-1.7 ${traces.document}`))}?s=1`;
  const submission = { country: 'MX', firstName: traces.firstName, lastName: traces.lastName };
  await partner.post(`/users/${userId}/kyc`, { ...submission, documents: [{ type: 'TAX_ID', fileUrl }] });
  await until(async () => (await partner.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');

  const business = new Business(partner, userId);
  const ownerId = await business.signedOwner({
    firstName: traces.ownerFirst,
    lastName: traces.ownerLast,
    email: traces.ownerEmail,
    taxId: traces.ownerTaxId,
  });
  const former = { firstName: traces.formerFirst, lastName: traces.formerLast };
  await business.remove(await business.signedOwner(former));

  const accounts = `/banks/users/${userId}/accounts`;
  const saved = await create(accounts, { ...account(traces.usAccount), alias: traces.accountAlias });
  const deleted = await create(accounts, account(traces.deletedAccount));
  await partner.send('DELETE', `${accounts}/${deleted}`);
  const person = { userId, receiverType: 'INDIVIDUAL', lastName: traces.receiverLast };
  const receiver = await create('/receivers', {
    ...person,
    firstName: traces.receiverFirst,
    phoneNumber: traces.receiverPhone,
  });
  await create(`/banks/receivers/${receiver}/accounts`, account(traces.receiverAccount));
  const deletedReceiver = await create('/receivers', { ...person, firstName: traces.goneReceiver });
  await create(`/banks/receivers/${deletedReceiver}/accounts`, account(traces.goneReceiverAccount));
  await partner.send('DELETE', `/receivers/${deletedReceiver}`);
  const wallet = { vmType: 'EVM', walletAddress: traces.wallet, alias: traces.walletAlias };
  await create(`/users/${userId}/wallets`, wallet);
  await leaveUnsubmitted(partner.partnerId, userId);

  const idempotencyKey = `erasure-${randomUUID()}`;
  const order = partner.crossRamp(userId, { targetBankAccount: account(traces.inlineAccount) });
  const toSaved = partner.crossRamp(userId, { targetBankAccount: undefined, targetBankAccountId: saved });
  const china = { ...account(traces.chinaAccount), country: 'CN', accountType: 'CHECKING' };
  const encodeInvoice = (text: string) => Buffer.from(`%PDF-1.7 ${text}`).toString('base64');
  const toChina = { targetBankAccount: china, invoiceFile: encodeInvoice(traces.invoice) };
  const pair = { userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
  const { reference, externalId } = traces;
  const annotated = { reference, externalId, metadata: { note: traces.metadata } };
  const transactionIds = [
    await create('/cross-ramp', { ...order, ...annotated }, { 'idempotency-key': idempotencyKey }),
    await create('/cross-ramp', toSaved),
    await create('/cross-ramp', partner.crossRamp(userId, toChina)),
    await create('/on-ramp', {
      ...pair,
      fiatAmount: 500,
      destinationWalletAddress: traces.wallet,
      metadata: { note: traces.onRampMetadata },
      travelRule: aPayoutTravelRule(),
    }),
    await create('/off-ramp', {
      ...pair,
      cryptoAmount: 50,
      invoiceFile: encodeInvoice(traces.offRampInvoice),
      userBankInformation: { accountIdentifier: traces.clabe, bankName: traces.bank },
    }),
  ];
  const [, , , onRamp = '', offRamp = ''] = transactionIds;
  await partner.post('/off-ramp/execute', { transactionId: offRamp });
  await partner.post(`/sandbox/transactions/${onRamp}/simulate`, { event: 'DEPOSIT_RECEIVED' });
  for (const id of transactionIds) await until(async () => (await readStatus(partner, id)) === 'COMPLETED');
  return { userId, ownerId, transactionIds, idempotencyKey };
}

async function readStatus(partner: ApiClient, id: string): Promise<string> {
  return (await partner.get(`/transactions/${id}`)).body.data.status;
}

/** Enters and uploads data on a verification page without submitting it. */
async function leaveUnsubmitted(partnerId: string, userId: string): Promise<void> {
  const id = randomUUID();
  const session = newVerificationSession({
    id,
    userId,
    partnerId,
    kind: 'KYC',
    country: 'MX',
    redirectUri: `https://person.example.com/${traces.externalUserId}`,
    resubmission: undefined,
    expiresAtMs: Date.now() + 86_400_000,
  });
  const Item = PendingWrite.toTransactItems([session])[0]?.Put?.Item;
  await writeAtomically([putItem({ ...Item, draft: { firstName: traces.draft } })]);
  const content = Buffer.from(traces.upload);
  await storeFile({ key: `uploads/${userId}/${id}/selfie`, content, contentType: 'image/png' });
}
