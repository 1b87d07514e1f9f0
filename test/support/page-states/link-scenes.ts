import type { Page } from 'playwright-core';
import type { PageFailure } from '#shared/hosted-pages/layout';
import { VERIFICATION_LINK_LIFETIME_MS } from '#shared/identity/domain/verification-link';
import { userWrites } from '#shared/users/repository';
import { openVerificationLink, LINK_TOKEN as token } from '#test/support/handlers/identity';
import type { World } from '#test/support/handlers/world';
import { brand, type Chapter, type Scene } from './scene';

const path = `/verify/${token}`;

async function opened(world: World): Promise<string> {
  await brand(world);
  await openVerificationLink(world, await world.user());
  return path;
}

const submit = (page: Page) =>
  Promise.all([page.waitForEvent('load'), page.locator('main .actions button').first().click()]);

/** Pages for each reason why a link or form cannot be used. */
const failures: Readonly<Record<PageFailure, Scene>> = {
  unknown: {
    states: { unknown: 'A link that no one made.' },
    prepare: async () => `/verify/${'A'.repeat(43)}`,
    also: ['desktop-en-dark', 'phone-pt-light'],
  },
  expired: {
    states: { expired: 'A link whose time has ended.' },
    prepare: async (world) => {
      const opening = await opened(world);
      world.advance(VERIFICATION_LINK_LIFETIME_MS);
      return opening;
    },
    also: ['desktop-en-dark', 'phone-pt-light'],
  },
  withdrawn: {
    states: { withdrawn: 'A link that was withdrawn, or replaced by a newer one.' },
    prepare: async (world) => {
      await brand(world);
      const { user } = await openVerificationLink(world, await world.user());
      const verificationLink = { id: '019bc1c5-0000-7000-8000-0000000000ff', expiresAtMs: Date.now() + 1000 };
      await world.store(...userWrites(user, { ...user, verificationLink, version: user.version + 1 }));
      return path;
    },
  },
  foreign: {
    states: { foreign: 'A form that another page sent is not taken.' },
    prepare: opened,
    act: async (page, keep) => {
      await page.setExtraHTTPHeaders({ origin: 'https://elsewhere.example' });
      await submit(page);
      await keep('foreign');
    },
  },
  'too-large': {
    states: { 'too-large': 'A form that is larger than any of ours.' },
    prepare: opened,
    act: async (page, keep) => {
      await page.evaluate('document.querySelector("main form [name=shown]").value = "x".repeat(300000)');
      await submit(page);
      await keep('too-large');
    },
  },
  busy: {
    states: { busy: 'Others change the same at this moment, and nothing was changed.' },
    prepare: opened,
    act: async (page, keep, world) => {
      world.table.conflict(Number.POSITIVE_INFINITY);
      await submit(page);
      await keep('busy');
    },
  },
  broken: {
    states: { broken: 'Something failed on our side, and nothing was changed.' },
    prepare: async (world) => {
      const opening = await opened(world);
      world.table.throttle(Number.POSITIVE_INFINITY);
      return opening;
    },
  },
};

export const links: Chapter = {
  folder: 'links',
  title: 'Links that cannot be used, and the statement on accessibility',
  scenes: [
    ...Object.values(failures),
    {
      states: { accessibility: 'What was tried so that everyone can use the pages, what was not, and whom to tell.' },
      prepare: async (world) => `${await opened(world)}?step=accessibility`,
      also: ['desktop-en-dark', 'phone-pt-light'],
    },
  ],
};
