import { defineDocs } from '#shared/contract/define-docs';
import { branding, LOGO_FILE } from '#shared/partners/branding/examples';
import { contract as getContract } from './get/contract';
import { contract as updateContract } from './update/contract';

export const getBranding = defineDocs(getContract, {
  sdk: ['branding.get', 'Reads your branding.'],
  description:
    'Returns your name, logo, colour and URLs, which people see on the pages that we host for you. Each field is null until you set it.',
  example: { data: branding },
});

const { displayName, color, helpUrl, privacyUrl } = branding;

export const updateBranding = defineDocs(updateContract, {
  sdk: ['branding.update', 'Sets your branding. An absent field does not change. Null clears a field.'],
  description:
    'Sets your name and logo, the colour of the main button, and the links to your help page and privacy notice. People see these values on the pages that we host for you. An absent field does not change, and null clears a field. The contrast of white text on the colour must be at least 4.5:1 (WCAG 2.2). We detect the type of the logo from its content. We re-encode the logo as a PNG of at most 320 × 96 pixels, without metadata. We refuse a file that contains anything besides one picture. A new logo has a new `logoUrl`, and the previous URL remains valid. We show the other URLs but never call them.',
  body: {
    about: 'What people see. An absent field does not change.',
    displayName: 'The name by which people know you, at most 60 characters.',
    color: 'As `#rrggbb`, dark enough for white text.',
    helpUrl: 'Your help page; https.',
    privacyUrl: 'Your privacy notice; https.',
    logo: 'Base64 of a PNG, JPEG or WebP picture: at most 512 KB, 16 to 2,000 pixels wide and high, not animated.',
  },
  example: {
    body: { displayName, color, helpUrl, privacyUrl, logo: LOGO_FILE },
    data: branding,
  },
});
