/** Metadata of a PDF: title, language, timestamps, PDF/A conformance and color profile. */
import * as pdf from '@cantoo/pdf-lib';
import type { Language } from '#shared/values/languages';
import { asciiStream } from './embedded-fonts';
import profile from './srgb-profile.json';

/** Metadata of a document. Documents with equal content and equal metadata have the same bytes. */
export interface SheetsTitle {
  readonly title: string;
  readonly language: Language;
  readonly at: Date;
}

const PRODUCER = 'Partner Ramp';

/** Returns the metadata entries of the PDF catalog. Also writes the information dictionary with the same values as `xmp`. */
export function documentMetadata(context: pdf.PDFContext, { title, language, at }: SheetsTitle) {
  context.trailerInfo.Info = context.register(
    context.obj({
      Title: pdf.PDFHexString.fromText(title),
      Producer: pdf.PDFHexString.fromText(PRODUCER),
      CreationDate: pdf.PDFString.fromDate(at),
      ModDate: pdf.PDFString.fromDate(at),
    }),
  );
  const srgb = asciiStream(context, Buffer.from(profile.base64, 'base64'), { N: 3 });
  const intent = {
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: pdf.PDFString.of('sRGB'),
    Info: pdf.PDFString.of('sRGB IEC61966-2.1'),
    DestOutputProfile: context.register(srgb),
  };
  const packet = context.stream(new TextEncoder().encode(xmp({ title, language, at })), {
    Type: 'Metadata',
    Subtype: 'XML',
  });
  return {
    Lang: pdf.PDFString.of(language),
    MarkInfo: context.obj({ Marked: true }),
    ViewerPreferences: context.obj({ DisplayDocTitle: true }),
    OutputIntents: context.obj([intent]),
    Metadata: context.register(packet),
  };
}

/** Returns the XMP packet (ISO 16684-1) that declares the PDF/A conformance. */
function xmp({ title, language, at }: SheetsTitle): string {
  const instant = `${at.toISOString().slice(0, 19)}Z`;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part>
<pdfaid:conformance>A</pdfaid:conformance>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>${PRODUCER}</pdf:Producer>
<xmp:CreateDate>${instant}</xmp:CreateDate>
<xmp:ModifyDate>${instant}</xmp:ModifyDate>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}
