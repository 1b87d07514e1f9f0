import { defineDocs } from '#shared/contract/define-docs';
import { branding, LOGO_FILE } from '#shared/partners/branding/examples';
import { contract as getContract } from './get/contract';
import { contract as updateContract } from './update/contract';

export const getBranding = defineDocs(getContract, {
  sdk: ['branding.get', 'Reads how you show yourself to people.'],
  description:
    'Returns the name, logo, colour and addresses that people see on the pages that you send them to. Each is null until it is set.',
  example: { data: branding },
});

const { displayName, color, helpUrl, privacyUrl } = branding;

export const updateBranding = defineDocs(updateContract, {
  sdk: ['branding.update', 'Sets how you show yourself to people. A field that is left out stays, null clears it.'],
  description:
    'Sets what people see on the pages that you send them to: who asks, your colour on the main button, and where they find help and your privacy notice. A field that is left out stays as it is, and null clears it. White text must be readable on the colour: its contrast is at least 4.5:1 (WCAG 2.2). The logo is known by its bytes, and is drawn again as a PNG of at most 320 × 96 pixels, without metadata; a file with anything beside one picture is refused. `logoUrl` changes with the logo, and stays good. The addresses are shown and never called.',
  body: {
    about: 'What people are to see. Fields that are left out stay as they are.',
    displayName: 'The name by which people know you, at most 60 characters.',
    color: 'As `#rrggbb`, dark enough for white text.',
    helpUrl: 'Where you help people; https.',
    privacyUrl: 'Your privacy notice; https.',
    logo: 'Base64 of a PNG, JPEG or WebP picture: at most 512 KB, 16 to 2,000 pixels a side, not animated.',
  },
  example: {
    body: { displayName, color, helpUrl, privacyUrl, logo: LOGO_FILE },
    data: branding,
  },
});
