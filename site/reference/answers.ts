/** Answers of an operation by kind: successes, its own refusals, and refusals of all operations. */
import * as z from 'zod';
import { type Answer, componentName, type Operation, type Schema } from './api-document';

/** An example of an error. */
const errorBody = z.looseObject({ code: z.string() });

type AnswerOf = Operation['answers'][number];

/** An answer that is no refusal. */
export interface Success {
  readonly status: string;
  readonly description: string;
  /** Names of its headers, each with the component that describes it. */
  readonly headers: readonly HeaderName[];
  /** Schema of the content: `data` of the envelope, where the answer has one. */
  readonly schema: Schema | undefined;
  readonly hasEnvelope: boolean;
  /** Empty for an answer without content. */
  readonly contentType: string;
  readonly example: unknown;
}

/** A header by its name. */
export interface HeaderName {
  readonly name: string;
  /** Component of a header that is described for all operations. */
  readonly component: string | undefined;
  readonly description: string;
}

/** An error code that an operation answers with. */
export interface Refusal {
  readonly status: string;
  readonly code: string;
  /** Markdown. */
  readonly meaning: string;
  readonly example: unknown;
}

/** Lists the answers below 400. */
export function successes({ answers }: Operation): readonly Success[] {
  return answers.filter(({ status }) => Number(status) < 400).map(toSuccess);
}

function toSuccess({ status, description, headers, content }: AnswerOf): Success {
  const [contentType = '', media] = Object.entries(content)[0] ?? [];
  const data = media?.schema?.properties?.data;
  return {
    ...{ status, description, contentType },
    headers: Object.entries(headers).map(([name, header]) => ({
      name,
      component: '$ref' in header ? componentName(header.$ref) : undefined,
      description: '$ref' in header ? '' : header.description,
    })),
    schema: data ?? media?.schema,
    hasEnvelope: data !== undefined,
    example: media?.example,
  };
}

/** Lists the refusals that are this operation's own, each with its example. */
export function ownRefusals({ answers }: Operation): readonly Refusal[] {
  return answers.filter(({ status, component }) => Number(status) >= 400 && component === undefined).flatMap(refusals);
}

/** A refusal that is described for all operations. */
export interface SharedRefusal {
  readonly status: string;
  readonly component: string;
  readonly codes: readonly string[];
}

/** Lists the refusals that are described for all operations. */
export function sharedRefusals({ answers }: Operation): readonly SharedRefusal[] {
  return answers.flatMap(({ component, ...answer }) =>
    component === undefined
      ? []
      : [{ status: answer.status, component, codes: refusals(answer).map(({ code }) => code) }],
  );
}

/** Lists the error codes of an answer with their examples. Its description has a paragraph for each code. */
export function refusals({
  status,
  description,
  content,
}: Pick<Answer, 'description' | 'content'> & { readonly status: string }): Refusal[] {
  const media = Object.values(content)[0];
  const meanings = new Map(
    description.split('\n\n').map((paragraph): [string, string] => {
      const [, code = '', meaning = paragraph] = /^`([A-Z_]+)`: (.*)$/s.exec(paragraph) ?? [];
      return [code, meaning];
    }),
  );
  const examples = Object.entries(media?.examples ?? {}).map(([code, { value }]): [string, unknown] => [code, value]);
  const only = errorBody.safeParse(media?.example);
  if (only.success) examples.push([only.data.code, media?.example]);
  return examples.map(([code, example]) => ({ status, code, example, meaning: meanings.get(code) ?? '' }));
}
