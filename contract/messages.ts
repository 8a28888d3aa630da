import type * as z from 'zod/mini';

/** The values in a message. `field` is the English label of a field, which has a translation of its own. */
type Params = Readonly<Record<string, string | number | readonly string[]>>;

/** A message for users: its English text, and the key and parameters for translations. */
export interface Message {
  /** The name of its catalogue, a dot, and its name there. */
  readonly key: string;
  readonly params: Params;
  readonly text: string;
}

type Texts = Readonly<Record<string, (params: never) => string>>;

/** Functions that make the messages of a feature. */
export type Catalogue<T extends Texts = Texts> = {
  readonly [Name in keyof T]: (...params: Parameters<T[Name]>) => Message;
};

/** The texts of a catalogue in another language, made from the same parameters. */
export type Translation<C> = {
  readonly [Name in keyof C]: C[Name] extends (...params: infer P) => Message
    ? (...params: P) => string
    : never;
};

/**
 * Declares the messages of a feature: functions that make the English texts from parameters. `contract/index.ts` lists the
 * catalogues; every language has a translation of each.
 */
/* @__NO_SIDE_EFFECTS__ */
export function catalogue<T extends Texts>(name: string, texts: T): Catalogue<T> {
  const makers = Object.entries(texts).map(([key, text]) => {
    const make = (params: Params = {}): Message => ({
      key: `${name}.${key}`,
      params,
      text: text(params as never),
    });
    return [key, make];
  });
  return Object.fromEntries(makers) as Catalogue<T>;
}

/**
 * The `error` of a schema. The text of an issue is the message in English; the issue keeps the message itself as well, for
 * {@link messageOf}: Zod copies what an error map adds to an issue.
 */
export function says(message: Message | ((input: unknown) => Message)) {
  return (issue: z.core.$ZodRawIssue): string => {
    const said = typeof message === 'function' ? message(issue.input) : message;
    Object.assign(issue, { said });
    return said.text;
  };
}

/** The message of an issue; undefined where its schema has none. */
export function messageOf(issue: z.core.$ZodIssue): Message | undefined {
  return (issue as { said?: Message }).said;
}
