import type { Page } from 'playwright-core';
import { HANDOFF_LIFETIME_MS } from '#shared/identity/domain/handoff';
import { DOCUMENT_KIND } from '#shared/identity/domain/verification-draft';
import {
  acceptHandoff,
  handoffCode,
  makeHandoff,
  openVerificationSession,
  withdrawHandoff,
} from '#shared/identity/sessions/open-verification-session';
import { saveVerificationSession } from '#shared/identity/sessions/repository';
import { openVerificationLink, LINK_TOKEN as token } from '#test/support/handlers/identity';
import type { World } from '#test/support/handlers/world';
import { brand, type Chapter } from './scene';

const here = `/verify/${token}?step=phone`;
const DEVICE = 'd'.repeat(43);

/** Creates a verification link at the verification step `sides`, and a hand-off code for a second device. @returns the code */
async function withCode(world: World): Promise<string> {
  await brand(world);
  await openVerificationLink(world, await world.user(), { step: 'sides', draft: { [DOCUMENT_KIND]: 'PASSPORT' } });
  const found = await openVerificationSession(token, Date.now());
  if (found.state !== 'open') throw new Error('The link is not open');
  await makeHandoff(found, { token, nowMs: Date.now() }, 'sides');
  return handoffCode(token, (await session())?.handoff?.id ?? '');
}

async function session() {
  const found = await openVerificationSession(token, Date.now());
  return found.state === 'open' ? found.session : undefined;
}

const use = (code: string) => acceptHandoff(code, DEVICE, Date.now());
const withdraw = (code: string) => withdrawHandoff(code, Date.now());

/**
 * Returns a function that creates a hand-off code and calls `change`. The function then returns the page path of the first device
 * (`here`) or of the second device (`there`).
 */
const after =
  (change: (code: string, world: World) => Promise<unknown>, at: 'here' | 'there') =>
  async (world: World): Promise<string> => {
    const code = await withCode(world);
    await change(code, world);
    return at === 'here' ? here : `/verify/${code}`;
  };

const expire = async (_: string, world: World) => world.advance(HANDOFF_LIFETIME_MS);
const nothing = async () => undefined;

/** Completes the verification step `sides` on the second device. */
async function finishSides(): Promise<void> {
  const open = await session();
  if (open?.handoff !== undefined)
    await saveVerificationSession(open, { step: 'face', handoff: { ...open.handoff, finished: 'sides' } });
}

async function follow(page: Page, keep: (state: string) => Promise<void>): Promise<void> {
  await keep('code');
  const found = await session();
  await use(handoffCode(token, found?.handoff?.id ?? ''));
  await page.locator('.notice.good').waitFor();
  await keep('connected');
  await finishSides();
  await page.locator('#selfie').waitFor();
  await keep('step-finished');
}

export const handoff: Chapter = {
  folder: 'handoff',
  title: 'A verification that is handed to another device',
  scenes: [
    {
      states: {
        code: 'The first device shows a code, its address, and what to do.',
        connected: 'The other device has answered Yes, and the first one says so by itself.',
        'step-finished': 'A step was finished on the other device, and the first one has moved on.',
      },
      prepare: after(nothing, 'here'),
      act: follow,
      also: ['desktop-en-dark', 'phone-pt-light'],
    },
    {
      states: { 'code-without-script': 'Without scripts the page of the code has a button to look again.' },
      prepare: after(nothing, 'here'),
      script: false,
    },
    {
      states: { refused: 'The other device has answered No, and the first one says so.' },
      prepare: after(withdraw, 'here'),
      also: ['desktop-en-dark'],
    },
    {
      states: { 'code-expired': 'The hour of the code is over on the first device.' },
      prepare: after(expire, 'here'),
      also: ['desktop-en-dark'],
    },
    {
      states: { question: 'The other device is asked first, with the partner by name, and shown nothing else.' },
      prepare: after(nothing, 'there'),
      also: ['desktop-en-dark', 'phone-pt-light'],
    },
    {
      states: { used: 'A code that was used already.' },
      prepare: after(use, 'there'),
    },
    {
      states: { expired: 'A code whose hour is over.' },
      prepare: after(expire, 'there'),
    },
    {
      states: { withdrawn: 'A code that was declined, or replaced by a newer one.' },
      prepare: after(withdraw, 'there'),
    },
  ],
};
