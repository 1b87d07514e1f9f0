/** Text of the document, which is Markdown without headings, as HTML. */
import { marked } from 'marked';

/** Markdown of one or more paragraphs. */
export function prose(markdown: string): string {
  return marked.parse(markdown, { async: false }).trim();
}

/** Markdown of a sentence. */
export function inlineProse(markdown: string): string {
  return marked.parseInline(markdown, { async: false });
}

/** @param summary HTML @param content HTML */
export function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>${content}</details>`;
}
