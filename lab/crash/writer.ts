import { setTimeout as delay } from 'node:timers/promises';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import { type Comment, reactionNames } from '#contract/conversation/comments.ts';
import type { FileRef } from '#contract/conversation/files.ts';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import type { SignedInUser } from '#contract/accounts/users.ts';
import type { Random } from '#server/seed/seeded-random.ts';
import { type Answered, type Call, send } from '#lab/client.ts';
import { formOf } from './files.ts';
import type { Fault, Fields, Ledger, Person, Write } from './ledger.ts';
import type { Following } from './inbox.ts';
import { between, oneOf } from './random.ts';

export const password = 'seven lamps on the quay';

interface Writing {
  url: string;
  ledger: Ledger;
  random: Random;
  /** Unique among all writers of a database, so that its data can be distinguished from all other data. */
  name: string;
  /** Called with responses that no crash explains. */
  onFault: (fault: Fault) => void;
  isOver: () => boolean;
}

/** A client that writes, one call after another, and records the responses in the ledger. */
export class Writer {
  readonly #writing: Writing;
  #person: Person | undefined;
  #mine: string[] = [];
  /** The ids of files that do not belong to a comment yet. */
  #uploads: string[] = [];
  #count = 0;

  constructor(writing: Writing, person: Person | undefined) {
    this.#writing = writing;
    this.#person = person;
    this.#mine = [...writing.ledger.bugs.values()]
      .filter((bug) => bug.createdBy._id === person?._id)
      .map((bug) => bug._id);
  }

  /** Writes until it is stopped, or until the server does not answer or answers wrongly. */
  async run(): Promise<void> {
    while (!this.#writing.isOver()) {
      const answer = await this.#write(this.#next());
      if (!answer) return;
      // A refused client waits before it retries.
      if (answer.status >= 500) await delay(20);
    }
  }

  #next(): Write {
    const { random, ledger, name } = this.#writing;
    const what = random();
    this.#count += 1;
    const label = `${name} ${this.#count}`;
    if (!this.#person || what < 0.03) {
      const email = `${label.replaceAll(/\W/g, '.')}@example.com`;
      return { kind: 'register', email, name: label };
    }
    if (what < 0.1) return { kind: 'upload', name: `${label}.txt`, content: this.#content(label) };
    if (what < 0.2) return this.#follow(this.#person) ?? this.#next();
    const id = oneOf(random, this.#mine);
    if (what < 0.5 || id === undefined || ledger.isUncertain(id)) {
      return { kind: 'create', fields: this.#fields(label), by: this.#person._id };
    }
    if (what < 0.6) return this.#beside(id, label, this.#person);
    if (what < 0.75) return this.#say(id, `${label}: seen 🐛 here, too`, this.#person);
    return what < 0.92 ? { kind: 'edit', id, fields: this.#fields(label) } : { kind: 'delete', id };
  }

  /** Posts a comment, or changes one of the bug. */
  #say(id: string, body: string, by: Person): Write {
    const { random, ledger } = this.#writing;
    const what = random();
    const comments = [...ledger.comments.values()].filter((one) => one.bugId === id && one.body !== '');
    const comment = oneOf(random, comments);
    if (what < 0.5 || !comment) {
      const files = this.#uploads.splice(0, 2);
      const other = this.#other() ?? by;
      return { kind: 'comment', id, body: `${body}, @${other.name}`, mentions: [other._id], files };
    }
    // The mention does not change.
    const mentioned = [...ledger.people.values()].find(({ _id }) => _id === comment.mentions[0]) ?? by;
    if (what < 0.7)
      return { kind: 'edit comment', id, commentId: comment._id, body: `${body} again, @${mentioned.name}` };
    if (what < 0.8) return { kind: 'delete comment', id, commentId: comment._id };
    return {
      kind: 'react',
      id,
      commentId: comment._id,
      name: oneOf(random, reactionNames) ?? '+1',
      by: by._id,
    };
  }

  /** Votes for one of the user's own bugs, or relates it to another. */
  #beside(id: string, environment: string, { _id: by }: Person): Write {
    const { random, ledger } = this.#writing;
    const other = oneOf(random, this.#mine);
    const isFree = other !== undefined && other !== id && !ledger.isUncertain(other);
    return isFree && random() < 0.5 ? { kind: 'relate', id, other } : { kind: 'vote', id, by, environment };
  }

  /** Watches any user's bug, or marks one that mentions the user; undefined if there is none. */
  #follow({ _id: by }: Person): Following | undefined {
    const { random, ledger } = this.#writing;
    if (random() < 0.3) {
      const bugId = oneOf(random, [...ledger.bugs.keys()]);
      return bugId === undefined ? undefined : { kind: 'watch', bugId, by };
    }
    const found = [...ledger.comments.values()].filter(({ mentions }) => mentions.includes(by));
    const bugId = oneOf(random, found)?.bugId;
    const state = oneOf(random, ['read', 'done', 'unread'] as const) ?? 'read';
    return bugId === undefined ? undefined : { kind: 'mark', bugId, by, state };
  }

  #other(): Person | undefined {
    const { random, ledger } = this.#writing;
    return oneOf(
      random,
      [...ledger.people.values()].filter(({ token }) => token !== undefined),
    );
  }

  /** From a few bytes to more than a socket takes at once. */
  #content(label: string): string {
    const { random } = this.#writing;
    return `${label} `.repeat(between(random, 1, random() < 0.3 ? 40_000 : 100));
  }

  #fields(label: string): Fields {
    const { random, ledger } = this.#writing;
    const other = this.#other();
    return {
      title: `[${label}] Größe of the 🐛`,
      // From a line to several pages of the database.
      description: `${label}: ${'what happened, and what should have. '.repeat(between(random, 1, random() < 0.1 ? 500 : 10))}`,
      status: oneOf(random, statuses) ?? 'open',
      priority: oneOf(random, priorities) ?? 'low',
      assignedTo: other && random() < 0.3 ? { _id: other._id, name: other.name } : null,
      custom: ledger.fieldId === undefined ? {} : { [ledger.fieldId]: `${label} on the stairs` },
    };
  }

  async #write(write: Write): Promise<Answered | undefined> {
    const { url, ledger, onFault } = this.#writing;
    ledger.unanswered.add(write);
    const token = write.kind === 'register' ? undefined : this.#person?.token;
    const answer = await send(url, { ...callOf(write), token });
    if (answer.status === 0) return undefined;
    if (answer.status < 300) {
      ledger.unanswered.delete(write);
      ledger.acknowledged += 1;
      this.#note(write, answer);
    } else if (answer.message.includes('nothing was saved')) {
      // The answer is trusted: if the write was saved after all, it will be found as unexplained.
      ledger.unanswered.delete(write);
      ledger.refused += 1;
    } else if (answer.status === 404 && (write.kind === 'watch' || write.kind === 'mark')) {
      // The bug is deleted, or not in the inbox yet.
      ledger.unanswered.delete(write);
    } else if (answer.status !== 503) {
      ledger.unanswered.delete(write);
      onFault({ kind: 'refused', what: `${write.kind} was answered ${answer.status} ${answer.message}` });
      return undefined;
    }
    return answer;
  }

  #note(write: Write, { body, requestId }: Answered): void {
    const { ledger } = this.#writing;
    switch (write.kind) {
      case 'register': {
        const { _id, email, name, token } = body as SignedInUser;
        this.#person = { _id, email, name, token, requestId };
        this.#mine = [];
        this.#uploads = [];
        return ledger.registered(this.#person);
      }
      case 'delete':
        this.#mine = this.#mine.filter((id) => id !== write.id);
        return ledger.gone(write.id);
      case 'comment': {
        const { _id, bugId, version, mentions, ...comment } = body as Comment;
        const posted = { _id, bugId, body: comment.body, version, texts: [], reactions: [] };
        ledger.addComment({ ...posted, mentions: mentions.map((mention) => mention._id) });
        return ledger.attached(write.files, _id);
      }
      case 'upload': {
        const { _id, name, sha256 } = body as FileRef;
        this.#uploads.push(_id);
        return ledger.uploaded({ _id, name, sha256, commentId: undefined });
      }
      case 'edit comment':
      case 'delete comment':
      case 'react':
        return ledger.changed(write);
      case 'vote':
      case 'relate':
        return ledger.wroteBeside(write);
      case 'watch':
        return ledger.watched(write);
      case 'mark': {
        const { state, latest } = body as InboxItem;
        return ledger.marked(write, { state, latestAt: latest.at });
      }
      case 'create':
        this.#mine.push((body as Bug)._id);
        return ledger.stored(body as Bug);
      default:
        return ledger.stored(body as Bug);
    }
  }
}

function callOf(write: Write): Call {
  switch (write.kind) {
    case 'register':
      return {
        method: 'POST',
        path: '/api/users/register',
        body: { name: write.name, email: write.email, password },
      };
    case 'create':
      return { method: 'POST', path: '/api/bugs', body: sent(write.fields) };
    case 'upload':
      return { method: 'POST', path: '/api/files', body: formOf(write) };
    case 'comment':
      return {
        method: 'POST',
        path: `/api/bugs/${write.id}/comments`,
        body: { body: write.body, files: write.files },
      };
    case 'edit comment':
      return { method: 'PUT', path: `/api/comments/${write.commentId}`, body: { body: write.body } };
    case 'delete comment':
      return { method: 'DELETE', path: `/api/comments/${write.commentId}` };
    case 'react':
      return { method: 'PUT', path: `/api/comments/${write.commentId}/reactions/${write.name}` };
    case 'vote':
      return {
        method: 'PUT',
        path: `/api/bugs/${write.id}/vote`,
        body: { environment: write.environment },
      };
    case 'relate':
      return {
        method: 'PUT',
        path: `/api/bugs/${write.id}/relations`,
        body: { kind: 'related', bug: write.other },
      };
    case 'watch':
      return { method: 'PUT', path: `/api/bugs/${write.bugId}/watch` };
    case 'mark':
      return { method: 'PUT', path: `/api/inbox/${write.bugId}`, body: { state: write.state } };
    case 'edit':
      return { method: 'PUT', path: `/api/bugs/${write.id}`, body: sent(write.fields) };
    default:
      return { method: 'DELETE', path: `/api/bugs/${write.id}` };
  }
}

/** A bug is sent with the id of its assignee. */
function sent({ assignedTo, ...fields }: Fields): object {
  return { ...fields, assignedTo: assignedTo?._id ?? null };
}
