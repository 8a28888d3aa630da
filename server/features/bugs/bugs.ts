import type { z } from 'zod';
import {
  type BugFieldName,
  type BugInputs,
  type BugValues,
  bugFields,
  inputsOf,
  noCounts,
} from '#contract/bugs/bug-fields.ts';
import { bugWorkPermissions } from '#contract/bugs/bug-work.ts';
import { type Bug, bugPermissions, type createBugBody, bugRefusals, getBug } from '#contract/bugs/bugs.ts';
import { type BugField, isSameInput } from '#contract/bugs/field.ts';
import type { BugExtension } from '#server/extensions/bug-extension.ts';
import type { ServerField, InputContext, LookedUp, StoredField } from '#server/extensions/bug-field.ts';
import type { BugWork, Edit, Editing, Mentioning } from '#server/extensions/bug-work.ts';
import type { DescriptionMentions, MentionChange } from '#server/extensions/feature.ts';
import { nextBug } from '#server/engine/bugs/bugs.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { etag } from '#server/http/headers.ts';
import { demand } from '#server/http/session/session.ts';
import { columnFields } from './columns.ts';
import {
  type References,
  type SomeInputs,
  changesTo,
  defined,
  impliedAssignee,
  resolveInputs,
  valuesOf,
  withDependents,
  without,
} from './inputs.ts';
import * as queries from './queries.ts';
import type { BugReader } from './reads.ts';

/** The inputs that features store. */
interface Storing {
  readonly inputs: SomeInputs;
  /** The bug's inputs before; undefined for a new bug. */
  readonly before: BugInputs | undefined;
  readonly at: string;
  readonly references: References;
}

declare module '#server/events.ts' {
  interface DomainEvents {
    /** Only the mentions of a description changed; `mentioned` are the ids of newly mentioned users. */
    'mentions changed': { bugId: string; mentioned: readonly string[] };
  }
}

/** Files, edits and deletes bugs, with all fields and rules that features add. */
export class BugRules implements BugWork {
  readonly #reader: BugReader;
  readonly #stored: readonly StoredField[];
  readonly #fields: readonly ServerField[];
  /** The values of a new bug in fields without an input. */
  readonly #emptyValues: Partial<BugValues>;
  /** The inputs of a new bug in fields that its request omits. */
  readonly #defaultInputs: SomeInputs;
  readonly #mentions: DescriptionMentions;
  readonly #extensions: readonly BugExtension[];

  constructor(reader: BugReader, extensions: readonly BugExtension[], mentions: DescriptionMentions) {
    const stored = extensions.flatMap(({ fields }) => fields ?? []);
    this.#reader = reader;
    this.#extensions = extensions;
    this.#mentions = mentions;
    this.#stored = stored;
    this.#fields = [...columnFields, ...stored];
    const contractFields: Readonly<Record<BugFieldName, BugField>> = bugFields;
    this.#emptyValues = Object.fromEntries(stored.map(({ name }) => [name, contractFields[name].empty]));
    this.#defaultInputs = defined(
      Object.fromEntries(stored.map(({ name, defaultInput }) => [name, defaultInput])),
    );
  }

  /**
   * Files a bug. First, the request's inputs and mentions are looked up and checked. Then the number is taken, which
   * PostgreSQL does not reuse after a refusal, and the defaults are looked up in the same round trip. Last, the bug is
   * stored and `bug created` is emitted. Dependent fields are adapted to the given inputs only: none depends on a
   * default, and what the inputs rule out must be refused before the number is taken.
   */
  async create(
    tx: Tx,
    call: Editing,
    { mentions, ...body }: z.output<typeof createBugBody> & Mentioning,
    { canAsk = true } = {},
  ): Promise<Bug> {
    const { caller, emit, now } = call;
    const given = { ...body, assignedTo: body.assignedTo ?? null };
    const context = { callerId: caller._id, bugId: undefined, byRule: [], given, canAsk };
    const [givenReferences, mentioned] = await Promise.all([
      this.#lookUp(tx, given, context),
      this.#mentions.mentionedIn(tx, { text: body.description, mentions }),
    ]);
    const resolved = withDependents(resolveInputs(given, givenReferences, undefined), undefined);
    const assignee = given.assignedTo === null ? impliedAssignee(givenReferences) : undefined;
    const mentionChange = { before: [], after: mentioned };
    await this.#mentions.check(tx, call, mentionChange);
    this.#mentions.count(tx, call, mentionChange);
    const defaults = without(this.#defaultInputs, given);
    // Defaults are rarely refused, so a number is rarely lost.
    const [{ number, at }, defaultReferences] = await Promise.all([
      nextBug(tx, now()),
      this.#lookUp(tx, defaults, context),
    ]);
    const references = new Map([...givenReferences, ...defaultReferences]);
    const inputs = {
      ...resolveInputs(defaults, defaultReferences, undefined),
      ...resolved,
      ...(assignee && { assignedTo: assignee._id }),
    };
    const id = queries.insertBug(tx, { number, at, creatorId: caller._id }, inputs);
    this.#store(tx, id, { inputs, before: undefined, at, references });
    this.#mentions.store(tx, id, mentionChange);
    const bug: Bug = {
      _id: id,
      number,
      ...(this.#emptyValues as BugValues),
      ...(valuesOf(inputs, references, undefined) as BugValues),
      ...(assignee && { assignedTo: assignee }),
      ...noCounts,
      createdBy: { _id: caller._id, name: caller.name },
      createdAt: at,
      updatedAt: at,
      version: 1,
    };
    emit(tx, { type: 'bug created', bug, mentioned: newlyMentioned(mentionChange) });
    return bug;
  }

  /** @throws AppError 404, 403, or 412 with the stored bug */
  async update(tx: Tx, call: Editing, edit: Edit): Promise<Bug> {
    return this.change(tx, call, edit, (bug) => demand(call.caller, bugPermissions.edit, bug));
  }

  async work(tx: Tx, call: Editing, edit: Edit): Promise<Bug> {
    const { bugWorkers: workers } = call.settings;
    return this.change(tx, call, edit, (bug) =>
      demand(call.caller, bugWorkPermissions.work, { ...bug, workers }),
    );
  }

  /** Assigns a bug for a user who works on it or takes it. @throws AppError 404, 403, or 412 with the stored bug */
  async assign(
    tx: Tx,
    call: Editing,
    edit: Edit & { edit: { assignedTo?: string | null | undefined } },
  ): Promise<Bug> {
    const { bugWorkers: workers } = call.settings;
    const to = edit.edit.assignedTo ?? null;
    // Decided on the locked bug: if two users take it at once, the second finds it assigned.
    return this.change(tx, call, edit, (bug) =>
      demand(call.caller, bugWorkPermissions.assign, { ...bug, workers, to }),
    );
  }

  async change(
    tx: Tx,
    call: Editing,
    { id, edit: { mentions, ...edit }, isExpected, byRule = [] }: Edit,
    authorise: (bug: Bug) => void,
  ): Promise<Bug> {
    const { caller, emit, now } = call;
    const text = edit.description;
    const [, stored, references, mentionedBefore] = await Promise.all([
      Promise.all(this.#extensions.flatMap(({ beforeChange }) => beforeChange?.(tx, id, edit) ?? [])),
      this.#reader.findToChange(tx, id),
      this.#lookUp(tx, edit, {
        callerId: caller._id,
        bugId: id,
        byRule,
        given: edit,
        canAsk: byRule.length === 0,
      }),
      text === undefined && mentions === undefined ? [] : this.#mentions.find(tx, id),
    ]);
    const before = found(stored);
    authorise(before);
    if (!isExpected(before.version)) throw changedMeanwhile(before);
    const current = inputsOf(before);
    const changes = changesTo(current, withDependents(resolveInputs(edit, references, current), current));
    const mentioned = await this.#mentions.mentionedAfter(
      tx,
      { text: before.description, mentions: mentionedBefore },
      { text: text ?? before.description, mentions },
    );
    const mentionChange = { before: mentionedBefore, after: mentioned };
    const hasOtherMentions = !isSameInput(mentioned, mentionedBefore);
    if (hasOtherMentions) {
      this.#mentions.count(tx, call, mentionChange);
      this.#mentions.store(tx, id, mentionChange);
    }
    const newly = newlyMentioned(mentionChange);
    if (Object.keys(changes).length === 0) {
      // No new version: the bug's fields did not change.
      const liveChange = { kind: 'bug', id, version: before.version } as const;
      if (hasOtherMentions) {
        emit(tx, { type: 'mentions changed', bugId: id, mentioned: newly, changes: [liveChange] });
      }
      return before;
    }
    const updatedAt = latest(now(), before.updatedAt);
    queries.updateBug(tx, before, changes, updatedAt);
    this.#store(tx, id, { inputs: changes, before: current, at: updatedAt, references });
    const bug = {
      ...before,
      ...valuesOf(changes, references, before),
      updatedAt,
      version: before.version + 1,
    };
    emit(tx, { type: 'bug updated', before, bug, mentioned: newly });
    return bug;
  }

  /** @throws AppError 404 or 403 */
  async delete(tx: Tx, { caller, emit }: Editing, id: string): Promise<void> {
    const [stored] = await Promise.all([
      this.#reader.findToChange(tx, id),
      ...this.#extensions.flatMap(({ beforeDeletion }) => beforeDeletion?.(tx, id) ?? []),
    ]);
    const bug = found(stored);
    demand(caller, bugPermissions.delete, bug);
    queries.deleteBug(tx, bug);
    emit(tx, { type: 'bug deleted', bug });
  }

  async findToChange(tx: Tx, id: string): Promise<Bug | undefined> {
    return this.#reader.findToChange(tx, id);
  }

  async isAnswer(db: Db, bugId: string, authorId: string): Promise<boolean> {
    const answers = this.#extensions.flatMap(({ isAnswer }) => isAnswer?.(db, bugId, authorId) ?? []);
    return (await Promise.all(answers)).includes(true);
  }

  /** Reads what the inputs refer to, for all fields at once, usually in one round trip. */
  async #lookUp(
    tx: Tx,
    inputs: SomeInputs,
    { byRule, ...context }: Omit<InputContext, 'byRule'> & { readonly byRule: readonly BugFieldName[] },
  ): Promise<References> {
    const entries = this.#fields.map(async (field) => {
      const input = inputs[field.name];
      const own = { ...context, byRule: byRule.includes(field.name) };
      return [field.name, input === undefined ? undefined : await field.lookUp?.(tx, input, own)] as const;
    });
    return new Map(
      (await Promise.all(entries)).filter(([, reference]) => reference !== undefined) as [
        BugFieldName,
        LookedUp<unknown, unknown>,
      ][],
    );
  }

  #store(tx: Tx, id: string, { inputs, before, at, references }: Storing): void {
    for (const field of this.#stored) {
      const input = inputs[field.name];
      const lookedUp = references.get(field.name) as Parameters<typeof field.store>[2]['lookedUp'];
      if (input !== undefined) field.store(tx, id, { input, before: before?.[field.name], at, lookedUp });
    }
  }
}

/** The ids of the users who are mentioned now and were not before. */
function newlyMentioned({ before, after }: MentionChange): string[] {
  return after.map(({ _id }) => _id).filter((id) => !before.some(({ _id }) => _id === id));
}

function latest(now: Date, earlier: string | undefined): string {
  const time = now.toISOString();
  return earlier !== undefined && earlier > time ? earlier : time;
}

/** @throws AppError 404 if there is no bug */
export function found<T>(bug: T | undefined): T {
  if (!bug) throw notFound(getBug);
  return bug;
}

/** The refusal of an edit that expects an earlier version. Its body has the stored bug. */
function changedMeanwhile(bug: Bug): AppError {
  return new AppError('version_mismatch', bugRefusals.changedMeanwhile(), {
    headers: { etag: etag(bug) },
    body: { bug },
  });
}
