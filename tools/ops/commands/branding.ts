import { UsageError } from '#ops/errors';
import { optional, valuesThatAre, withDefault } from '#ops/options';
import { fields } from '#ops/text';
import { byPartner, verb } from '#ops/verb';
import { changeBranding } from '#shared/partners/branding/change-branding';
import { readBranding } from '#shared/partners/branding/repository';
import { contrastViolation, HEX_COLOR } from '#shared/partners/domain/brand-color';
import {
  type Branding,
  type BrandingField,
  brandingFields,
  isShownUrl,
  MAX_DISPLAY_NAME,
} from '#shared/partners/domain/branding';
import { isBlank, PRINTABLE } from '#shared/values/printable-text';
import { existingPartner, partnerOption } from './partner';

const displayName = valuesThatAre(`a name of 1 to ${MAX_DISPLAY_NAME} characters`, (typed) =>
  typed.length <= MAX_DISPLAY_NAME && PRINTABLE.test(typed) && !isBlank(typed) ? typed : undefined,
);

const color = valuesThatAre('a colour such as #1b4fd8, with a contrast of at least 4.5:1 to white', (typed) =>
  HEX_COLOR.test(typed) && contrastViolation(typed) === undefined ? typed.toLowerCase() : undefined,
);

const address = valuesThatAre('an https URL without user name and password', (typed) =>
  isShownUrl(typed) ? typed : undefined,
);

const parts = valuesThatAre(
  `a list of ${brandingFields.join(', ')}, separated by commas`,
  (typed): readonly BrandingField[] | undefined => {
    const listed = new Set(typed.split(',').map((word) => word.trim()));
    const found = brandingFields.filter((field) => listed.has(field));
    return found.length === listed.size ? found : undefined;
  },
);

const changes = {
  displayName: optional('NAME', 'The name that hosted pages show for the partner', displayName),
  color: optional('COLOR', 'The colour of the main button on hosted pages, for example #1b4fd8', color),
  helpUrl: optional('URL', "URL of the partner's help page", address),
  privacyUrl: optional('URL', "URL of the partner's privacy notice", address),
};

export const branding = {
  show: verb({
    about: "Show a partner's branding: what hosted pages show of the partner",
    options: { partner: partnerOption },
    async run({ partner: partnerId }) {
      const { name } = await existingPartner(partnerId);
      return shown(partnerId, name, await readBranding(partnerId));
    },
  }),

  set: verb({
    about:
      "Change a partner's branding on hosted pages. Fields that you do not name do not change. Only the partner can upload its logo",
    writes: true,
    options: { partner: partnerOption, ...changes },
    check({ displayName, color, helpUrl, privacyUrl }) {
      if ([displayName, color, helpUrl, privacyUrl].every((value) => value === undefined))
        throw new UsageError('Nothing to change: use any of --display-name, --color, --help-url, --privacy-url');
    },
    confirm: ({ partner }) => byPartner(partner, 'change its branding'),
    async run({ partner: partnerId, displayName, color, helpUrl, privacyUrl }, { atMs, record }) {
      await existingPartner(partnerId);
      const change = { displayName, color, helpUrl, privacyUrl };
      await record(
        { set: brandingFields.filter((field) => field !== 'logo' && change[field] !== undefined) },
        partnerId,
      );
      const title = `Changed the branding of partner ${partnerId}.`;
      return shown(partnerId, title, await changeBranding(partnerId, change, atMs));
    },
  }),

  clear: verb({
    about: "Remove a partner's branding, including the logo, from hosted pages",
    writes: true,
    options: {
      partner: partnerOption,
      fields: withDefault(
        optional('LIST', `Fields to remove, separated by commas: ${brandingFields.join(', ')} (default: all)`, parts),
        brandingFields,
      ),
    },
    confirm: ({ partner }) => byPartner(partner, 'remove its branding'),
    async run({ partner: partnerId, fields: cleared }, { atMs, record }) {
      await existingPartner(partnerId);
      await record({ cleared }, partnerId);
      const change = Object.fromEntries(cleared.map((field) => [field, null]));
      const title = `Removed the branding of partner ${partnerId}.`;
      return shown(partnerId, title, await changeBranding(partnerId, change, atMs));
    },
  }),
};

function shown(partnerId: string, title: string, found: Branding) {
  const { displayName = null, color = null, helpUrl = null, privacyUrl = null, logo, updatedAt = null } = found;
  const logoText = logo === undefined ? null : `${logo.width} × ${logo.height}, ${logo.sha256}`;
  const values = { displayName, color, helpUrl, privacyUrl, logo: logoText, updatedAt };
  const lines = Object.entries({
    ...{ 'display name': displayName, color, help: helpUrl, 'privacy notice': privacyUrl },
    ...{ logo: logoText, changed: updatedAt },
  }).map(([name, value]) => [name, value ?? 'not set']);
  return { json: { partnerId, ...values }, text: fields(title, Object.fromEntries(lines)) };
}
