import type { Message } from '#contract/messages.ts';

/** The server's messages and those of the contract's schemas in another language. */
export interface Translations {
  /** Field labels in messages, by their English labels. */
  readonly fields: Readonly<Record<string, string>>;
  /** The texts of each catalogue. */
  readonly catalogues: Readonly<Record<string, Readonly<Record<string, (params: never) => string>>>>;
}

let translations: Translations | undefined;

/** Sets the language of later messages. They are in English otherwise. */
export function translateMessages(to: Translations | undefined): void {
  translations = to;
}

/** The text of a message in the language of the screens; undefined without a translation. */
export function translated({ key, params }: Pick<Message, 'key' | 'params'>): string | undefined {
  const [catalogue = '', name = ''] = key.split('.');
  const text = translations?.catalogues[catalogue]?.[name];
  if (translations === undefined || text === undefined) return undefined;
  const field = translations.fields[String(params['field'])] ?? params['field'];
  try {
    return text({ ...params, field } as never);
  } catch {
    // A newer server may have other parameters than this page expects.
    return undefined;
  }
}
