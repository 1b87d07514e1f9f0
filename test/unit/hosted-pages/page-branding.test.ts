import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { handler as openPayment } from '#functions/pages/pay/open/handler';
import { handler as openSigning } from '#functions/pages/sign/open/handler';
import { handler as openVerification } from '#functions/pages/verify/open/handler';
import { handler as submitVerification } from '#functions/pages/verify/submit/handler';
import { spendLink } from '#shared/links/repository';
import { changeBranding } from '#shared/partners/branding/change-branding';
import type { BrandingChange } from '#shared/partners/domain/branding';
import { anOnRamp } from '#test/support/builders/transactions';
import { aBusiness, ownerToSign } from '#test/support/handlers/declarations';
import { submitted } from '#test/support/handlers/describe-page';
import { openVerificationLink, LINK_TOKEN as token } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';
import { aPng } from '#test/support/logos';
import { withPaymentPage } from '#test/support/payment-pages';

const png = aPng(200, 80).toString('base64');
const set: BrandingChange = {
  displayName: 'Remesas <b>& Cía</b>',
  color: '#0b1d4d',
  helpUrl: 'https://partner.example.com/help?a=1&b=2',
  privacyUrl: 'https://partner.example.com/privacy',
  logo: { sha256: 'ab'.repeat(32), width: 200, height: 80, png },
};

const brand = (world: World, change = set) => changeBranding(world.partner.id, change, 1);

async function verification(change?: BrandingChange, redirectUri?: string) {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user(), redirectUri === undefined ? {} : { redirectUri });
  if (change !== undefined) await brand(world, change);
  const open = (query: Readonly<Record<string, string>> = { lang: 'es' }) =>
    world.call(openVerification, { path: { token }, query });
  return { world, open };
}

/** Returns the HTML between `<main>` and the heading of a page. */
const firstLines = (html: string) => /<main[^>]*>\s*([\s\S]*?)<h1>/.exec(html)?.[1]?.trim() ?? '';

it.each([
  ['es', 'Remesas &lt;b&gt;&amp; Cía&lt;/b&gt; le pide verificar su identidad', 'Ayuda de', 'Aviso de privacidad de'],
  ['en', 'Remesas &lt;b&gt;&amp; Cía&lt;/b&gt; asks you to verify your identity', 'Help from', 'Privacy notice of'],
  [
    'pt',
    'Remesas &lt;b&gt;&amp; Cía&lt;/b&gt; pede que você verifique sua identidade',
    'Ajuda de',
    'Aviso de privacidade',
  ],
])('says in the first lines who asks, what for, and where help is: %s', async (lang, sentence, help, privacy) => {
  const { open } = await verification(set);
  const lines = firstLines((await open({ lang })).text);
  expect(lines).toContain(sentence);
  expect(lines).toContain(
    `href="https://partner.example.com/help?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">${help}`,
  );
  expect(lines).toContain(
    `href="https://partner.example.com/privacy" target="_blank" rel="noopener noreferrer">${privacy}`,
  );
  expect(lines).toContain(`<img src="data:image/png;base64,${png}" alt="" width="120" height="48">`);
});

it('stays as it is for a partner that has set nothing', async () => {
  const { open } = await verification();
  const { text, headers } = await open();
  expect(firstLines(text)).toBe('');
  expect(text.match(/<style>/g)).toHaveLength(1);
  expect(String(headers['content-security-policy'])).toMatch(/style-src '[^' ]+';/);
});

it.each([
  ['a colour alone shows no line', { color: '#0b6e4f' }, ''],
  ['a logo alone has a text', { logo: set.logo }, 'alt="Logo of the company that sent you this link"'],
  ['addresses alone have general names', { helpUrl: set.helpUrl }, '>Help<span'],
])('%s', async (_, change, expected) => {
  const { open } = await verification(change);
  const lines = firstLines((await open({ lang: 'en' })).text);
  if (expected === '') expect(lines).toBe('');
  else expect(lines).toContain(expected);
});

it('lets only its two styles through, by their hashes', async () => {
  const { open } = await verification(set);
  const { text, headers } = await open();
  const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style);
  expect(styles).toHaveLength(2);
  expect(styles[1]).toContain('--button: #0b1d4d');
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(String(headers['content-security-policy'])).toContain(`style-src ${hashes.join(' ')};`);
  expect(text.replaceAll(/<style>[\s\S]*?<\/style>/g, '')).not.toMatch(/ style=/);
});

it('says who sent the link once there is nothing to do, and leads back by name', async () => {
  const { world, open } = await verification(set, 'https://partner.example.com/back');
  await world.store(spendLink(token, Date.now()));
  const { status, text } = await open({ lang: 'es' });
  expect(status).toBe(200);
  expect(firstLines(text)).toContain('le envió este enlace.');
  expect(text).toContain('rel="noreferrer">Volver a Remesas &lt;b&gt;&amp; Cía&lt;/b&gt;</a>');
});

it('says on a refused form who asks', async () => {
  const world = await createWorld('submitVerificationPage', { stage: 'production' });
  await openVerificationLink(world, await world.user());
  await brand(world);
  const form = submitted({ action: 'next', step: 'person', firstName: '' });
  const { status, text } = await world.call(submitVerification, { path: { token }, query: { lang: 'en' }, ...form });
  expect(status).toBe(422);
  expect(firstLines(text)).toContain('asks you to verify your identity');
});

it('says to an owner who asks for the signature', async () => {
  const world = await createWorld('openSigningPage');
  const { token: owners } = await ownerToSign(world);
  await brand(world);
  const { text } = await world.call(openSigning, { path: { token: owners }, query: { lang: 'en' } });
  expect(firstLines(text)).toContain('asks you to sign the declaration of beneficial ownership');
});

it('names no partner where the link is not known', async () => {
  const { world, open } = await verification(set);
  expect((await open()).text).toContain('Remesas');
  const other = await world.call(openVerification, { path: { token: 'A'.repeat(43) } });
  expect(other.text).not.toContain('Remesas');
});

it("does not show another partner's", async () => {
  const { world, open } = await verification();
  await changeBranding('00000000-0000-7000-8000-000000000000', set, 1);
  expect(world.table.items('BRANDING')).toHaveLength(1);
  expect(firstLines((await open()).text)).toBe('');
});

it.each([
  ['es', 'Accesibilidad', 'ningún lector de pantalla'],
  ['en', 'Accessibility', 'No screen reader'],
  ['pt', 'Acessibilidade', 'Nenhum leitor de tela'],
])('has the statement on accessibility behind each page: %s', async (lang, name, untried) => {
  const { open } = await verification(set);
  const { text: step } = await open({ lang });
  expect(step).toContain(`<a href="?lang=${lang}&step=accessibility">${name}</a>`);
  const { status, text } = await open({ lang, step: 'accessibility' });
  expect(status).toBe(200);
  expect(text).toContain('WCAG) 2.2');
  expect(text).toContain(untried);
  expect(text).toContain('2026');
  expect(text.match(/https:\/\/partner\.example\.com\/help/g)).toHaveLength(2);
});

it('has the statement for a link that is not known too, without an address', async () => {
  const world = await createWorld('openSigningPage');
  const query = { lang: 'en', step: 'accessibility' };
  const { status, text } = await world.call(openSigning, { path: { token: 'no-token' }, query });
  expect(status).toBe(200);
  expect(text).toContain('Tell whoever sent you the link');
});

it('asks a business for its own verification', async () => {
  const world = await createWorld('openVerificationPage');
  await openVerificationLink(world, await world.user(aBusiness));
  await brand(world);
  const { text } = await world.call(openVerification, { path: { token }, query: { lang: 'en' } });
  expect(firstLines(text)).toContain('asks you to verify your business');
});

async function payment(overrides: Parameters<typeof anOnRamp>[0] = {}, query: Readonly<Record<string, string>> = {}) {
  const world = await createWorld('openPaymentPage');
  await brand(world);
  const { transaction, token: paying } = withPaymentPage(anOnRamp({ partnerId: world.partner.id, ...overrides }));
  await world.transaction(transaction);
  const response = await world.call(openPayment, { path: { token: paying }, query: { lang: 'en', ...query } });
  return { world, ...response };
}

it('says to who pays who asks', async () => {
  const { status, text } = await payment({});
  expect([status, firstLines(text).includes('asks you to make this payment')]).toEqual([200, true]);
});

it('says who sent the link of a payment that can no longer be paid', async () => {
  const { text } = await payment({ status: 'EXPIRED', deadlineMs: undefined });
  expect(firstLines(text)).toContain('sent you this link.');
  expect(firstLines(text)).not.toContain('asks you');
});
