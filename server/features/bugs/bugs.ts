import type { z } from 'zod';
import { type BugFieldName, type BugInputs, inputsOf } from '#contract/bug-fields.ts';
import {
  type Bug,
  bugPermissions,
  bugRefusals,
  type createBugBody,
  getBug,
  type updateBugBody,
} from '#contract/bugs.ts';
import { isSameInput } from '#contract/field.ts';
import type { FieldServer, StoredField } from '#server/bug-field.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/permission.ts';
import { columnFields } from './columns.ts';
import * as queries from './queries.ts';
import type { BugReader } from './reads.ts';

/** Who changes bugs, and when. */
type Editing = Pick<Call<typeof getBug>, 'caller' | 'emit' | 'now'>;

/** What a request sets; what it leaves out is undefined. */
type Given = { readonly [K in BugFieldName]?: BugInputs[K] | undefined };

interface Edit {
  id: string;
  edit: z.output<typeof updateBugBody>;
  /** Whether the stored version is one that the caller knows. */
  isExpected: (version: number) => boolean;
}

/** The rules for bugs, with the fields that features add. */
export class BugRules {
  readonly #reader: BugReader;
  readonly #stored: readonly StoredField[];
  readonly #fields: readonly FieldServer[];

  constructor(reader: BugReader, stored: readonly StoredField[]) {
    this.#reader = reader;
    this.#stored = stored;
    this.#fields = [...columnFields, ...stored];
  }

  /** @throws AppError 404 */
  async find(db: Db, id: string): Promise<Bug> {
    return found(await this.#reader.find(db, id));
  }

  /** Files a bug. It is never older than the one before it, even when the clock was set back. */
  async create(tx: Tx, { caller, emit, now }: Editing, body: z.output<typeof createBugBody>): Promise<Bug> {
    const inputs = await this.#resolve(tx, { ...body, assignedTo: body.assignedTo ?? null }, undefined);
    await this.#check(tx, inputs, undefined);
    const number = await queries.nextNumber(tx);
    const at = latest(now(), await queries.newestCreation(tx));
    const id = await queries.insertBug(tx, { number, creatorId: caller._id, at }, inputs);
    await this.#store(tx, id, inputs, undefined);
    const bug = await this.find(tx, id);
    emit(tx, { type: 'bug created', bug });
    return bug;
  }

  /** @throws AppError 404, 403, or 412 with the stored bug */
  async update(tx: Tx, { caller, emit, now }: Editing, { id, edit, isExpected }: Edit): Promise<Bug> {
    const before = found(await this.#reader.findToChange(tx, id));
    demand(caller, bugPermissions.edit, before);
    if (!isExpected(before.version)) throw changedMeanwhile(before);
    const current = inputsOf(before);
    const changes = changesTo(current, await this.#resolve(tx, edit, current));
    if (Object.keys(changes).length === 0) return before;
    await this.#check(tx, changes, current);
    await queries.updateBug(tx, before, changes, latest(now(), before.updatedAt));
    await this.#store(tx, id, changes, current);
    const bug = await this.find(tx, id);
    emit(tx, { type: 'bug updated', before, bug });
    return bug;
  }

  /** @throws AppError 404 or 403 */
  async delete(tx: Tx, { caller, emit }: Editing, id: string): Promise<void> {
    const bug = found(await this.#reader.findToChange(tx, id));
    demand(caller, bugPermissions.delete, bug);
    await queries.deleteBug(tx, bug);
    emit(tx, { type: 'bug deleted', bug });
  }

  async #resolve<T extends Given>(tx: Tx, inputs: T, before: BugInputs | undefined): Promise<T> {
    const resolved: Record<string, unknown> = {};
    for (const field of this.#fields) {
      const input = inputs[field.name];
      if (input !== undefined && field.resolve)
        resolved[field.name] = await field.resolve(tx, input, before?.[field.name]);
    }
    return { ...inputs, ...resolved };
  }

  async #check(tx: Tx, inputs: Given, before: BugInputs | undefined): Promise<void> {
    for (const field of this.#fields) {
      const input = inputs[field.name];
      if (input !== undefined) await field.check?.(tx, input, before?.[field.name]);
    }
  }

  async #store(tx: Tx, id: string, inputs: Given, before: BugInputs | undefined): Promise<void> {
    for (const field of this.#stored) {
      const input = inputs[field.name];
      if (input !== undefined) await field.store(tx, id, input, before?.[field.name]);
    }
  }
}

function found(bug: Bug | undefined): Bug {
  if (!bug) throw notFound(getBug);
  return bug;
}

/** What of an edit differs from the bug as it is. */
function changesTo(current: BugInputs, edit: z.output<typeof updateBugBody>): Partial<BugInputs> {
  const changed = Object.entries(defined(edit)).filter(
    ([field, input]) => !isSameInput(input, current[field as BugFieldName]),
  );
  return Object.fromEntries(changed);
}

/** Without the fields that were left out. */
function defined<T extends object>(inputs: T): T {
  return Object.fromEntries(Object.entries(inputs).filter(([, input]) => input !== undefined)) as T;
}

function changedMeanwhile(bug: Bug): AppError {
  return new AppError('version_mismatch', bugRefusals.changedMeanwhile(), {
    headers: { etag: etag(bug) },
    body: { bug },
  });
}

function latest(now: Date, earlier: string | undefined): string {
  const time = now.toISOString();
  return earlier !== undefined && earlier > time ? earlier : time;
}

/** The ETag of a bug: its version. */
export function etag({ version }: Pick<Bug, 'version'>): string {
  return `"${version}"`;
}
