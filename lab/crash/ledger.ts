import type { Bug } from '#contract/bugs/bugs.ts';
import { type Beside, besideKey } from './beside.ts';
import type { StoredFile } from './files.ts';
import { type Following, type Mark, keyOf } from './inbox.ts';
import { afterwards, announced, type CommentChange, type CommentState } from './comment-state.ts';

/** The fields of a bug that a writer sends. */
export type Fields = Pick<Bug, 'title' | 'description' | 'status' | 'priority' | 'assignedTo' | 'custom'>;

/** A write that was sent. */
export type Write =
  | { kind: 'register'; email: string; name: string }
  | { kind: 'create'; fields: Fields; by: string }
  | { kind: 'edit'; id: string; fields: Fields }
  | { kind: 'upload'; name: string; content: string }
  | { kind: 'comment'; id: string; body: string; mentions: readonly string[]; files: readonly string[] }
  | CommentChange
  | Beside
  | Following
  | { kind: 'delete'; id: string };

export interface Person {
  _id: string;
  email: string;
  name: string;
  /** Undefined if the registration was never answered: the account may exist, but no client has its token. */
  token: string | undefined;
  requestId: string | undefined;
}

/** A fault after a crash. */
export interface Fault {
  kind: 'lost' | 'doubled' | 'half done' | 'unexplained' | 'refused' | 'slow' | 'damaged';
  what: string;
}

/** The clients' knowledge of one database: acknowledged writes, and those without a response. */
export class Ledger {
  readonly bugs = new Map<string, Bug>();
  readonly deleted = new Map<string, Bug>();
  readonly comments = new Map<string, CommentState>();
  readonly files = new Map<string, StoredFile>();
  /** The live changes of comments: kind, id and version. */
  readonly announced: string[] = [];
  /** The watchers of bugs, by `keyOf`. */
  readonly watches = new Set<string>();
  /** The last state that users have set for bugs in their inboxes, by `keyOf`. */
  readonly marks = new Map<string, Mark>();
  /** The environments of votes, and the related bugs, by `besideKey`. */
  readonly votes = new Map<string, string>();
  readonly relations = new Set<string>();
  /** The field that an admin has defined, if there is one. */
  fieldId: string | undefined;
  /** Whether PostgreSQL numbered the bugs, which leaves gaps. They remain when its backup is restored on SQLite. */
  leavesNumbersOut = false;
  /** How many further changes there were when they were last read. */
  followed = 0;
  /** By e-mail address. */
  readonly people = new Map<string, Person>();
  readonly unanswered = new Set<Write>();
  acknowledged = 0;
  /** Writes that the server has answered as not saved. */
  refused = 0;

  /** The number of changes that all recorded writes made. */
  get changes(): number {
    let versions = 0;
    for (const { version } of this.bugs.values()) versions += version;
    for (const { version } of this.deleted.values()) versions += version + 1;
    return versions + this.people.size + this.announced.length + this.followed;
  }

  /** Whether a write to the bug is pending, or its outcome is unknown. */
  isUncertain(id: string): boolean {
    for (const write of this.unanswered) if ('id' in write && write.id === id) return true;
    return false;
  }

  registered(person: Person): void {
    this.people.set(person.email, person);
  }

  /** Records a bug in the state that the server returned. */
  stored(bug: Bug): void {
    this.bugs.set(bug._id, bug);
  }

  /** Records a posted comment. */
  addComment(comment: CommentState): void {
    this.comments.set(comment._id, comment);
    this.announced.push(`comments ${comment.bugId} null`);
    this.#count(comment.bugId, 1);
  }

  uploaded(file: StoredFile): void {
    this.files.set(file._id, file);
  }

  /** Records that the files now belong to the comment. */
  attached(files: readonly string[], commentId: string): void {
    for (const id of files) {
      const file = this.files.get(id);
      if (file) this.files.set(id, { ...file, commentId });
    }
  }

  /** Records a change of a comment. */
  changed(change: CommentChange): void {
    const before = this.comments.get(change.commentId);
    if (!before) return;
    this.comments.set(before._id, afterwards(before, change));
    this.announced.push(...announced(before, change));
    if (change.kind === 'delete comment') this.#count(before.bugId, -1);
  }

  watched(watch: Extract<Following, { kind: 'watch' }>): void {
    this.watches.add(keyOf(watch));
  }

  /** Records a vote or a relation. */
  wroteBeside(write: Beside): void {
    const [key, bug] = [besideKey(write), this.bugs.get(write.id)];
    if (write.kind === 'relate') this.relations.add(key);
    else {
      if (bug && !this.votes.has(key)) this.bugs.set(bug._id, { ...bug, votes: bug.votes + 1 });
      this.votes.set(key, write.environment);
    }
  }

  marked(following: Extract<Following, { kind: 'mark' }>, mark: Mark): void {
    this.marks.set(keyOf(following), mark);
  }

  gone(id: string): void {
    const bug = this.bugs.get(id);
    for (const { _id, bugId } of this.comments.values()) if (bugId === id) this.comments.delete(_id);
    if (bug) this.deleted.set(id, bug);
    this.bugs.delete(id);
  }

  #count(bugId: string, by: number): void {
    const bug = this.bugs.get(bugId);
    if (bug) this.bugs.set(bugId, { ...bug, comments: bug.comments + by });
  }
}
