/** A mention being typed. */
export interface MentionAt {
  /** The position of its `@`. */
  readonly from: number;
  /** The typed part of the name. */
  readonly name: string;
}

const begun = /(?:^|[\s([{>*_"'])@(\S[^\n@]{0,40})?$/u;
/** Names rarely have more words; a sentence after an `@` does. */
const mostWords = 3;

/** The mention that ends at the cursor; undefined if there is none. */
export function mentionAt(text: string, cursor: number): MentionAt | undefined {
  const match = begun.exec(text.slice(Math.max(0, cursor - 60), cursor));
  if (!match) return undefined;
  const [, name = ''] = match;
  return name.split(' ').length > mostWords ? undefined : { from: cursor - name.length - 1, name };
}
