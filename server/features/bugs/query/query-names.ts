import { type Bound, type Test, type WrittenName, calledBy } from '#contract/query/bind.ts';
import { queryMessages } from '#contract/query/messages.ts';
import { nearest } from '#contract/query/near.ts';
import type { QueryError } from '#contract/query/tree.ts';
import { fold } from '#contract/bugs/search.ts';
import type { Db } from '#server/engine/schema.ts';
import { AppError } from '#server/http/errors.ts';
import type { FieldQuerying } from '#server/extensions/bug-field.ts';
import type { ServedFields } from './query-fields.ts';

/** The number of names among which the one that may have been meant is searched for. */
const suggested = 1_000;

/** The refusal of a query. */
export function refused({ message, start, end, fixes }: QueryError): AppError {
  return new AppError('invalid_input', message, {
    fields: { query: message },
    body: { query: { start, end, fixes } },
  });
}

type Reader = NonNullable<FieldQuerying['named']>;

interface Named {
  readonly _id: string;
  readonly name: string;
  readonly folded: string;
}

/** Replaces names by ids. All users may have to be compared: each list is read and folded once per query. */
export class NameResolver {
  readonly #db: Db;
  readonly #fields: ServedFields;
  readonly #lists = new Map<Reader, readonly Named[]>();

  constructor(db: Db, fields: ServedFields) {
    this.#db = db;
    this.#fields = fields;
  }

  /** @throws AppError 400 for the first unknown name; later ones are not looked up */
  async resolve(node: Bound): Promise<Bound> {
    switch (node.kind) {
      case 'and':
      case 'or': {
        const nodes: Bound[] = [];
        for (const part of node.nodes) nodes.push(await this.resolve(part));
        return { ...node, nodes };
      }
      case 'not':
        return { ...node, node: await this.resolve(node.node) };
      case 'words':
        return node;
      default: {
        const names = node.tests.flatMap((test) => (test.kind === 'called' ? test.names : []));
        if (names.length === 0) return node;
        const ids: string[] = [];
        for (const name of names) ids.push(...(await this.#idsOf(node.field.key, name)));
        return { ...node, tests: withIds(node.tests, ids) };
      }
    }
  }

  async #idsOf(key: string, written: WrittenName): Promise<readonly string[]> {
    const { field, querying } = this.#fields.get(key) ?? {};
    if (!field || !querying?.named) throw new Error(`There are no names in ${key}`);
    const named = await this.#listOf(querying.named);
    const isCalled = calledBy(written);
    const ids = named.filter(({ folded }) => isCalled(folded)).map(({ _id }) => _id);
    if (ids.length > 0) return ids;
    const { text, start, end } = written;
    const near = nearest(
      text,
      named.slice(0, suggested).map(({ name }) => name),
    );
    const name = text.slice(0, 100);
    const message =
      field.kind === 'person'
        ? queryMessages.unknownPerson({ name, near })
        : queryMessages.unknownName({ of: field.name, name, near });
    const fix = /[\s,()"]/.test(near) ? `"${near.replaceAll('"', '""')}"` : near;
    throw refused({ message, start, end, fixes: near === '' ? [] : [{ start, end, text: fix }] });
  }

  async #listOf(read: Reader): Promise<readonly Named[]> {
    const known = this.#lists.get(read);
    if (known) return known;
    const list = (await read(this.#db)).map(({ _id, name }) => ({ _id, name, folded: fold(name) }));
    this.#lists.set(read, list);
    return list;
  }
}

function withIds(tests: readonly Test[], ids: readonly string[]): readonly Test[] {
  const others = tests.filter(({ kind }) => kind !== 'called' && kind !== 'among');
  const given = tests.flatMap((test) => (test.kind === 'among' ? test.values : []));
  return [...others, { kind: 'among', values: [...new Set([...given, ...ids])] }];
}
