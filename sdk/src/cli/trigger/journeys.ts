import type { Body } from '../../operation-types.js';
import type { WebhookEventName } from '../../webhooks.js';
import {
  addOwner,
  cancel,
  complete,
  decided,
  execute,
  expireLink,
  held,
  type Journey,
  type JourneyContext,
  type LinkStep,
  makeLink,
  newUser,
  openPage,
  payingUser,
  sign,
  simulate,
  submit,
  type TransactionStep,
  verifiedUser,
} from './journey.js';

/** A test account in US dollars. All test accounts have valid formats but do not exist. */
export const DOLLAR_ACCOUNT = {
  accountIdentifier: '123456789012',
  bankName: 'First Bank',
  routingNumber: '021000021',
  accountHolder: { firstName: 'Ana', lastName: 'García' },
  address: { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' },
} as const;
const PESO_ACCOUNT = { accountIdentifier: '012180015500000008' } as const;
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const PAIR = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' } as const;

/** Creates a transaction with an amount for a user. @returns the new transaction */
type Creation = (context: JourneyContext, userId: string, amount: number) => Promise<{ readonly id: string }>;

const onRamp: Creation = ({ ramp, signal }, userId, fiatAmount) =>
  ramp.onRamps.create({ userId, ...PAIR, destinationWalletAddress: WALLET, fiatAmount }, { signal });

const offRampTo =
  (userBankInformation: NonNullable<Body<'createOffRamp'>['userBankInformation']>): Creation =>
  ({ ramp, signal }, userId, cryptoAmount) =>
    ramp.offRamps.create({ userId, ...PAIR, userBankInformation, cryptoAmount }, { signal });

const crossRampTo =
  (targetBankAccount: NonNullable<Body<'createCrossRamp'>['targetBankAccount']>): Creation =>
  ({ ramp, signal }, userId, sourceAmount) =>
    ramp.crossRamps.create(
      { userId, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount, targetBankAccount },
      { signal },
    );

const offRamp = offRampTo(PESO_ACCOUNT);
const crossRamp = crossRampTo(DOLLAR_ACCOUNT);

/** Last name of a test beneficiary or test user. For this name, the sandbox puts a hold on the payout. */
const HELD_NAME = 'Hold';
const accountHolder = { firstName: 'Ana', lastName: HELD_NAME };
const heldOffRamp = offRampTo({ ...PESO_ACCOUNT, accountHolder });
const heldCrossRamp = crossRampTo({ ...DOLLAR_ACCOUNT, accountHolder });

const heldOnRamp: Creation = async (context, _userId, amount) =>
  onRamp(context, await verifiedUser(context, HELD_NAME), amount);

/**
 * With a sandbox amount, the transaction automatically reaches the outcome listed in docs/generated/sandbox-amounts.md. With
 * any other amount, it waits for a deposit. An off-ramp also continues after the step `execute`.
 */
function transaction(create: Creation, amount: number, ...steps: readonly TransactionStep[]) {
  return async (context: JourneyContext) => {
    const userId = await payingUser(context);
    const { id } = await create(context, userId, amount);
    context.step(`transaction ${id} of ${amount}`);
    for (const step of steps) await step(id, context);
    return { transactionId: id };
  };
}

function verification(lastName: string): Journey {
  return async (context) => {
    const userId = await newUser(context);
    await submit(context, userId, lastName);
    return { userId };
  };
}

/** Creates a verification link, then calls the functions `steps`. */
function link(...steps: readonly LinkStep[]): Journey {
  return async (context) => {
    const userId = await newUser(context);
    const address = await makeLink(context, userId);
    for (const step of steps) await step(context, { userId, address });
    return { userId };
  };
}

const resubmission: Journey = async (context) => {
  const userId = await newUser(context);
  await submit(context, userId, 'Rejected');
  await decided(context, userId, 'REJECTED');
  await makeLink(context, userId);
  return { userId };
};

const signature: Journey = async (context) => {
  const userId = await newUser(context, true);
  await sign(context, userId, await addOwner(context, userId));
  return { userId };
};

const test: Journey = async ({ ramp, signal }) => ({
  notificationId: (await ramp.webhookSettings.sendTest({ signal })).id,
});

interface EventCause {
  /** Cause of the event, as a sentence. The API description contains the same sentence. */
  readonly when: string;
  readonly journey: Journey;
}

/** The cause of each webhook event, and the journey that causes the event. */
// biome-ignore format: a table reads by its rows
export const journeys = {
  CREATED_ON_RAMP: { when: 'An on-ramp was created and waits for its deposit.', journey: transaction(onRamp, 500) },
  FIAT_RECEIVED_ON_RAMP: { when: 'The deposit arrived.', journey: transaction(onRamp, 500, simulate('DEPOSIT_RECEIVED')) },
  COMPLETED_ON_RAMP: { when: "The tokens were sent to the user's wallet.", journey: transaction(onRamp, 10.01) },
  CANCELLED_ON_RAMP: { when: 'The on-ramp was cancelled. If a deposit had arrived, we return it.', journey: transaction(onRamp, 500, cancel) },
  EXPIRED_ON_RAMP: { when: 'No deposit arrived in time.', journey: transaction(onRamp, 500, simulate('EXPIRE')) },
  FAILED_ON_RAMP: { when: 'We could not send the tokens. We refund the deposit.', journey: transaction(onRamp, 500, simulate('PAYOUT_FAILED'), simulate('DEPOSIT_RECEIVED')) },
  HOLD_PLACED_ON_RAMP: { when: 'We placed a hold on the payout. The payload contains the reason, the actor and the deadline.', journey: transaction(heldOnRamp, 10.01) },
  HOLD_RELEASED_ON_RAMP: { when: 'The hold was released, and the payout continues.', journey: transaction(heldOnRamp, 10.01, held, simulate('RELEASE_HOLD')) },
  CREATED_OFF_RAMP: { when: 'An off-ramp was created and waits for its tokens.', journey: transaction(offRamp, 50) },
  CRYPTO_RECEIVED_OFF_RAMP: { when: 'The tokens arrived at the deposit address.', journey: transaction(offRamp, 50, simulate('DEPOSIT_RECEIVED')) },
  CRYPTO_NOT_RECEIVED_OFF_RAMP: { when: 'The off-ramp was executed, but no tokens arrived. You can execute it again.', journey: transaction(offRamp, 10.03) },
  COMPLETED_OFF_RAMP: { when: 'The fiat payout arrived.', journey: transaction(offRamp, 10.01) },
  CANCELLED_OFF_RAMP: { when: 'The off-ramp was cancelled. If tokens had arrived, we return them.', journey: transaction(offRamp, 50, cancel) },
  EXPIRED_OFF_RAMP: { when: 'No tokens arrived in time.', journey: transaction(offRamp, 50, simulate('EXPIRE')) },
  FAILED_OFF_RAMP: { when: 'The payout failed. We refund the fiat amount.', journey: transaction(offRamp, 50, simulate('PAYOUT_FAILED'), execute) },
  HOLD_PLACED_OFF_RAMP: { when: 'We placed a hold on the payout. The payload contains the reason, the actor and the deadline.', journey: transaction(heldOffRamp, 10.01) },
  HOLD_RELEASED_OFF_RAMP: { when: 'The hold was released, and the payout continues.', journey: transaction(heldOffRamp, 10.01, held, simulate('RELEASE_HOLD')) },
  PAYOUT_RETURNED_OFF_RAMP: { when: 'The bank returned a completed payout. The status remains COMPLETED.', journey: transaction(offRamp, 10.01, complete, simulate('PAYOUT_RETURNED')) },
  CREATED_CROSS_RAMP: { when: 'A cross-ramp was created and waits for its deposit.', journey: transaction(crossRamp, 700) },
  FIAT_RECEIVED_CROSS_RAMP: { when: 'The deposit in the source currency arrived.', journey: transaction(crossRamp, 700, simulate('DEPOSIT_RECEIVED')) },
  IN_PROGRESS_CROSS_RAMP: { when: 'The conversion into the target currency started.', journey: transaction(crossRamp, 2000.01) },
  BANK_TRANSFER_PENDING_CROSS_RAMP: { when: 'The payout was sent to the bank of the target account.', journey: transaction(crossRamp, 2000.01) },
  COMPLETED_CROSS_RAMP: { when: 'The payout arrived.', journey: transaction(crossRamp, 2000.01) },
  CANCELLED_CROSS_RAMP: { when: 'The cross-ramp was cancelled. If a deposit had arrived, we return it.', journey: transaction(crossRamp, 700, cancel) },
  EXPIRED_CROSS_RAMP: { when: 'No deposit arrived in time.', journey: transaction(crossRamp, 700, simulate('EXPIRE')) },
  FAILED_CROSS_RAMP: { when: 'The conversion or the payout failed. We refund the money.', journey: transaction(crossRamp, 2000.04) },
  HOLD_PLACED_CROSS_RAMP: { when: 'We placed a hold on the payout. The payload contains the reason, the actor and the deadline.', journey: transaction(heldCrossRamp, 2000.01) },
  HOLD_RELEASED_CROSS_RAMP: { when: 'The hold was released, and the payout continues.', journey: transaction(heldCrossRamp, 2000.01, held, simulate('RELEASE_HOLD')) },
  PAYOUT_RETURNED_CROSS_RAMP: { when: 'The bank returned a completed payout. The status remains COMPLETED.', journey: transaction(crossRamp, 2000.01, complete, simulate('PAYOUT_RETURNED')) },
  CREATED_KYC: { when: 'A verification was submitted.', journey: verification('García') },
  VERIFIED_USER: { when: 'The user is verified and can make transactions.', journey: verification('García') },
  REJECTED_KYC: { when: 'The verification was rejected.', journey: verification('Rejected') },
  REVIEW_NEEDED_KYC: { when: 'A person has to review the verification.', journey: verification('Review') },
  VERIFICATION_LINK_OPENED: { when: 'A verification link was opened in a browser for the first time.', journey: link(openPage) },
  VERIFICATION_LINK_EXPIRED: { when: 'A verification link expired, and nobody opened the page.', journey: link(expireLink) },
  VERIFICATION_ABANDONED: { when: 'A verification link expired. The user opened the page but submitted nothing.', journey: link(openPage, expireLink) },
  VERIFICATION_RESUBMISSION_REQUESTED: { when: 'You created a link after a rejection. The page requests only the refused items.', journey: resubmission },
  DOCUMENT_SIGNED: { when: 'A beneficial owner signed the declaration.', journey: signature },
  TEST_EVENT: { when: 'You requested a test of your webhook URL.', journey: test },
} as const satisfies Record<WebhookEventName, EventCause>;

/** Returns true if a text is the name of a webhook event. */
export function isEventName(name: string): name is WebhookEventName {
  return Object.hasOwn(journeys, name);
}

/** All webhook events that this version of the package supports. */
export const eventNames: readonly WebhookEventName[] = Object.keys(journeys).filter(isEventName);
