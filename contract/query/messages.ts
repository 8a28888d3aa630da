import { catalogue } from '#contract/messages.ts';

interface Max {
  readonly max: number;
}

interface OfField {
  /** The name of the field in queries. */
  readonly of: string;
}

interface Near {
  /** The written text. */
  readonly name: string;
  /** Suggestions; empty if nothing is similar. */
  readonly near: string;
}

const meant = (near: string) => (near === '' ? '' : ` Did you mean \`${near}\`?`);

/** Why a query cannot be parsed. */
export const queryMessages = catalogue('query', {
  tooLong: ({ max }: Max) => `A query can have at most ${max.toLocaleString('en')} characters`,
  tooDeep: ({ max }: Max) => `A query can be nested at most ${max} levels deep`,
  tooManyTerms: ({ max }: Max) => `A query can have at most ${max} terms`,
  tooManyPeople: ({ max }: Max) => `A query can have at most ${max} names of people`,
  unknownField: ({ name, near }: Near) =>
    `Unknown field \`${name}\`.${meant(near)} To search for the text, put it in quotes.`,
  valueMissing: ({ of }: OfField) => `\`${of}:\` needs a value directly after the colon`,
  unknownValue: ({ of, name, near, values }: OfField & Near & { values: readonly string[] }) =>
    `\`${of}\` cannot be \`${name}\`.${meant(near)} It can be ${values.join(', ')}.`,
  notNumber: ({ of, name }: OfField & { name: string }) => `\`${of}\` is a number, not \`${name}\``,
  notDate: ({ of, name }: OfField & { name: string }) =>
    `\`${of}\` is a date like 2026-01-31, today or -7d, not \`${name}\``,
  notComparable: ({ name }: { name: string }) => `\`${name}\` cannot be compared`,
  rangeEnd: () => 'A range needs a value on both sides of the two dots',
  quoteOpen: () => 'The closing quote is missing',
  parenthesisOpen: () => 'The closing parenthesis is missing',
  parenthesisUnopened: () =>
    'There is no opening parenthesis for this one. To search for the text, put it in quotes.',
  operandMissing: ({ name }: { name: string }) => `Something is missing beside \`${name}\``,
  emptyParentheses: () => 'There is nothing in these parentheses',
  once: ({ of }: OfField) => `\`${of}:\` can be given only once`,
  wholeQuery: ({ of }: OfField) =>
    `\`${of}:\` applies to the whole query: it cannot be negated or put in parentheses`,
  unknownPerson: ({ name, near }: Near) => `No user is called \`${name}\`.${meant(near)}`,
  notZone: () => 'zone must be the name of a time zone, such as Europe/Berlin',
  unknownName: ({ of, name, near }: OfField & Near) => `\`${of}\` has no value \`${name}\`.${meant(near)}`,
});
