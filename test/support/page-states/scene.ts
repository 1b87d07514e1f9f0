/** The states of a hosted page: how each is reached, and a sentence about it. */
import type { Page } from 'playwright-core';
import { changeBranding } from '#shared/partners/branding/change-branding';
import type { World } from '#test/support/handlers/world';
import { aSampleLogo } from '#test/support/logos';

/** Sizes, languages and colours in which pages are shown; every state is shown in the first. */
export const looks = ['phone-es-light', 'desktop-en-dark', 'phone-pt-light'] as const;
export type Look = (typeof looks)[number];

/** A page that a browser opens, and the states that it passes there. */
export interface Scene {
  /** Pictures in their order: a sentence about each state, by the name of its picture. */
  readonly states: Readonly<Record<string, string>>;
  /** Stores the data of the page. @returns its path */
  readonly prepare: (world: World) => Promise<string>;
  /** Leads the open page through its states, and keeps each. @default the state in which it opens is kept */
  readonly act?: (page: Page, keep: (state: string) => Promise<void>, world: World) => Promise<void>;
  /** Looks next to the first one. @default none */
  readonly also?: readonly Look[];
  /** False if the browser runs no script. @default true */
  readonly script?: boolean;
  /** @default sandbox */
  readonly stage?: 'production';
}

/** A chapter of the pictures, with a separate folder. */
export interface Chapter {
  readonly folder: string;
  readonly title: string;
  readonly scenes: readonly Scene[];
}

/** Pixels of a side of the logo. */
const LOGO_SIDE = 96;

/** Branding of the partner of the pictures. */
export async function brand(world: World): Promise<void> {
  const png = aSampleLogo(LOGO_SIDE).toString('base64');
  await changeBranding(
    world.partner.id,
    {
      displayName: 'Remesas Ejemplo',
      color: '#0b6e4f',
      helpUrl: 'https://partner.example.com/help',
      privacyUrl: 'https://partner.example.com/privacy',
      logo: { sha256: 'ab'.repeat(32), width: LOGO_SIDE, height: LOGO_SIDE, png },
    },
    Date.now(),
  );
}
