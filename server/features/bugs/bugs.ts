import type { z } from 'zod';
import {
  type BugFieldName,
  type BugInputs,
  type BugValues,
  inputsOf,
  noCounts,
} from '#contract/bugs/bug-fields.ts';
import type { Mention } from '#contract/conversation/comments.ts';
import { bugWorkPermissions } from '#contract/bugs/bug-work.ts';
import { type Bug, bugPermissions, type createBugBody, bugRefusals, getBug } from '#contract/bugs/bugs.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { BugExtension } from '#server/extensions/bug-extension.ts';
import type { FieldServer, InputContext, LookedUp, StoredField } from '#server/extensions/bug-field.ts';
import type { BugWork, Edit, Editing, Mentioning } from '#server/extensions/bug-work.ts';
import type { DescriptionMentions } from '#server/extensions/feature.ts';
import { nextBug } from '#server/engine/bugs/bugs.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { etag } from '#server/http/headers.ts';
import { demand } from '#server/http/session/session.ts';
import { columnFields } from './columns.ts';
import {
  type AllLookedUp,
  type Given,
  assigneeOf,
  changesTo,
  decide,
  defined,
  valuesOf,
  withFollowing,
  without,
} from './inputs.ts';
import * as queries from './queries.ts';
import type { BugReader } from './reads.ts';

/** The stored parts of a bug. */
interface Storing {
  readonly inputs: Given;
  readonly before: BugInputs | undefined;
  readonly at: string;
  readonly lookedUp: AllLookedUp;
}

declare module '#server/events.ts' {
  interface DomainEvents {
    /** The mentions of a description that did not change; `mentioned` are the ids of newly mentioned users. */
    'mentions changed': { bugId: string; mentioned: readonly string[] };
  }
}

/** The rules for bugs, with what features add to them. */
export class BugRules implements BugWork {
  readonly #reader: BugReader;
  readonly #stored: readonly StoredField[];
  readonly #fields: readonly FieldServer[];
  /** The values of a new bug for the fields that a request leaves out. */
  readonly #none: Partial<BugValues>;
  /** The inputs for fields that a request leaves out. */
  readonly #omitted: Given;
  readonly #mentions: DescriptionMentions;
  readonly #extensions: readonly BugExtension[];

  constructor(reader: BugReader, extensions: readonly BugExtension[], mentions: DescriptionMentions) {
    const stored = extensions.flatMap(({ fields }) => fields ?? []);
    this.#reader = reader;
    this.#extensions = extensions;
    this.#mentions = mentions;
    this.#stored = stored;
    this.#fields = [...columnFields, ...stored];
    this.#none = Object.fromEntries(stored.map(({ name, none }) => [name, none]));
    this.#omitted = defined(Object.fromEntries(stored.map(({ name, omitted }) => [name, omitted])));
  }

  /** Files a bug. Its time of creation is never before that of the previous bug, even if the clock was set back. */
  async create(
    tx: Tx,
    call: Editing,
    { mentions, ...body }: z.output<typeof createBugBody> & Mentioning,
    { canAsk = true } = {},
  ): Promise<Bug> {
    const { caller, emit, now } = call;
    const given = { ...body, assignedTo: body.assignedTo ?? null };
    const context = { callerId: caller._id, bugId: undefined, byRule: [], given, canAsk };
    const [ofGiven, mentioned] = await Promise.all([
      this.#lookUp(tx, given, context),
      this.#mentions.mentionedIn(tx, { text: body.description, mentions }),
    ]);
    const decided = withFollowing(decide(given, ofGiven, undefined), undefined);
    const assignee = given.assignedTo === null ? assigneeOf(ofGiven) : undefined;
    const change = { before: [], after: mentioned };
    await this.#mentions.check(tx, call, change);
    this.#mentions.count(tx, call, change);
    // Not before the inputs are known to be good: on PostgreSQL, a number that was taken is not given again. What was left out
    // is rarely refused, and shares the round trip.
    const [taken, ofOmitted] = await Promise.all([
      nextBug(tx, now()),
      this.#lookUp(tx, without(this.#omitted, given), context),
    ]);
    const lookedUp = new Map([...ofGiven, ...ofOmitted]);
    const inputs = {
      ...decide(without(this.#omitted, given), ofOmitted, undefined),
      ...decided,
      ...(assignee && { assignedTo: assignee._id }),
    };
    const { number, at } = taken;
    const id = queries.insertBug(tx, { ...taken, creatorId: caller._id }, inputs);
    this.#store(tx, id, { inputs, before: undefined, at, lookedUp });
    this.#mentions.store(tx, id, { before: [], after: mentioned });
    const bug: Bug = {
      _id: id,
      number,
      ...(this.#none as BugValues),
      ...(valuesOf(inputs, lookedUp, undefined) as BugValues),
      ...(assignee && { assignedTo: assignee }),
      ...noCounts,
      createdBy: { _id: caller._id, name: caller.name },
      createdAt: at,
      updatedAt: at,
      version: 1,
    };
    emit(tx, { type: 'bug created', bug, mentioned: added([], mentioned) });
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

  async change(
    tx: Tx,
    call: Editing,
    { id, edit: { mentions, ...edit }, isExpected, byRule = [] }: Edit,
    authorise: (bug: Bug) => void,
  ): Promise<Bug> {
    const { caller, emit, now } = call;
    const text = edit.description;
    const [, stored, lookedUp, mentionedBefore] = await Promise.all([
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
    const changes = changesTo(current, withFollowing(decide(edit, lookedUp, current), current));
    const mentioned = await this.#mentions.mentionedAfter(
      tx,
      { text: before.description, mentions: mentionedBefore },
      { text: text ?? before.description, mentions },
    );
    const hasOtherMentions = !isSameInput(mentioned, mentionedBefore);
    if (hasOtherMentions) {
      const change = { before: mentionedBefore, after: mentioned };
      this.#mentions.count(tx, call, change);
      this.#mentions.store(tx, id, change);
    }
    const newly = added(mentionedBefore, mentioned);
    if (Object.keys(changes).length === 0) {
      // No new version: the bug's fields did not change.
      const change = { kind: 'bug', id, version: before.version } as const;
      if (hasOtherMentions) {
        emit(tx, { type: 'mentions changed', bugId: id, mentioned: newly, changes: [change] });
      }
      return before;
    }
    const updatedAt = latest(now(), before.updatedAt);
    queries.updateBug(tx, before, changes, updatedAt);
    this.#store(tx, id, { inputs: changes, before: current, at: updatedAt, lookedUp });
    const bug = { ...before, ...valuesOf(changes, lookedUp, before), updatedAt, version: before.version + 1 };
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

  /** Reads what the inputs refer to, with one round trip for all fields. */
  async #lookUp(
    tx: Tx,
    given: Given,
    { byRule, ...context }: Omit<InputContext, 'byRule'> & { readonly byRule: readonly BugFieldName[] },
  ): Promise<AllLookedUp> {
    const entries = this.#fields.map(async (field) => {
      const input = given[field.name];
      const own = { ...context, byRule: byRule.includes(field.name) };
      return [field.name, input === undefined ? undefined : await field.lookUp?.(tx, input, own)] as const;
    });
    return new Map(
      (await Promise.all(entries)).filter(([, lookedUp]) => lookedUp !== undefined) as [
        BugFieldName,
        LookedUp<unknown, unknown>,
      ][],
    );
  }

  #store(tx: Tx, id: string, { inputs, before, at, lookedUp }: Storing): void {
    for (const field of this.#stored) {
      const input = inputs[field.name];
      const known = lookedUp.get(field.name) as Parameters<typeof field.store>[2]['lookedUp'];
      if (input !== undefined)
        field.store(tx, id, { input, before: before?.[field.name], at, lookedUp: known });
    }
  }
}

/** The ids of the users whom an edit newly mentions. */
function added(before: readonly Mention[], after: readonly Mention[]): string[] {
  return after.map(({ _id }) => _id).filter((id) => !before.some(({ _id }) => _id === id));
}

function latest(now: Date, earlier: string | undefined): string {
  const time = now.toISOString();
  return earlier !== undefined && earlier > time ? earlier : time;
}

/** @throws AppError 404 if there is no bug */
export function found(bug: Bug | undefined): Bug {
  if (!bug) throw notFound(getBug);
  return bug;
}

/** The refusal of an edit with an outdated version, with the stored bug. */
function changedMeanwhile(bug: Bug): AppError {
  return new AppError('version_mismatch', bugRefusals.changedMeanwhile(), {
    headers: { etag: etag(bug) },
    body: { bug },
  });
}
