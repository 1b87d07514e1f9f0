/** The states of a hosted page: how a test reaches each state, and a sentence about the state. */
import type { Page } from 'playwright-core';
import { changeBranding } from '#shared/partners/branding/change-branding';
import type { World } from '#test/support/handlers/world';
import { aSampleLogo } from '#test/support/logos';

/** Sizes, languages and colors of the pictures. Every state has a picture in the first combination. */
export const looks = ['phone-es-light', 'desktop-en-dark', 'phone-pt-light'] as const;
export type Look = (typeof looks)[number];

/** A hosted page and the states in which a browser shows it. */
export interface Scene {
  /** Pictures in order: name of the picture, and a sentence about the state. */
  readonly states: Readonly<Record<string, string>>;
  /** Stores the data of the page. @returns its path */
  readonly prepare: (world: World) => Promise<string>;
  /** Moves the page through its states and records each. @default records the first state */
  readonly act?: (page: Page, keep: (state: string) => Promise<void>, world: World) => Promise<void>;
  /** Additional combinations of size, language and color for the pictures. @default none */
  readonly also?: readonly Look[];
  /** False if the browser runs no JavaScript. @default true */
  readonly script?: boolean;
  /** @default sandbox */
  readonly stage?: 'production';
}

/** A chapter of the picture document. Its pictures are in a separate folder. */
export interface Chapter {
  readonly folder: string;
  readonly title: string;
  readonly scenes: readonly Scene[];
}

/** Side length of the logo in pixels. */
const LOGO_SIDE = 96;

/** Sets the branding of the partner in the pictures. */
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
