import { sql } from 'kysely';
import { isSameInput } from '#contract/bugs/field.ts';
import { questionFieldMessages } from '#contract/bugs/triage-fields.ts';
import type { StoredField } from '#server/extensions/bug-field.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import { fieldError } from '#server/http/errors.ts';
import { peopleWithIds } from '#server/people.ts';
import * as queries from './queries.ts';

/** Whether bugs are triaged. */
export const triagedOfBug: StoredField<'triaged'> = {
  name: 'triaged',
  select: () => sql<string>`coalesce(bugs.triaged, 0)`,
  read: (flag) => Number(flag) === 1,
  defaultInput: false,
  async lookUp(_tx, _input, { given }) {
    return {
      // Filing a bug with an assignee already decides what triage would decide.
      decide: () => given.triaged ?? (given.assignedTo ?? null) !== null,
      valueOf: (input) => input,
    };
  },
  store(tx, bugId, { input, before = false }) {
    if (input === before) return;
    beforeCommit(tx, queries.setTriaged(tx, bugId, input));
  },
  querying: {
    where(_db, test) {
      if (test.kind !== 'among') throw new Error(`There is no query for triaged bugs by ${test.kind}`);
      const [yes, no] = [test.values.includes('yes'), test.values.includes('no')];
      if (yes && no) return sql<boolean>`1 = 1`;
      return yes ? sql<boolean>`bugs.triaged is not null` : sql<boolean>`bugs.triaged is null`;
    },
  },
};

/** The questions to reporters of bugs. */
export const questionOfBug: StoredField<'question'> = {
  name: 'question',
  select: queries.questionOfBug,
  read: queries.questionIn,
  async lookUp(tx, input, { byRule }) {
    const people = await peopleWithIds(tx, input === null ? [] : [input.by]);
    return {
      decide(before = null) {
        if (!byRule && !isSameInput(input, before))
          throw fieldError('question', questionFieldMessages.onlyByAsking());
        return input;
      },
      valueOf: (asked) => queries.questionFrom(asked, people),
    };
  },
  store(tx, bugId, { input }) {
    beforeCommit(tx, input ? queries.setQuestion(tx, bugId, input) : queries.removeQuestion(tx, bugId));
  },
  querying: {
    where(_db, { kind }) {
      if (kind !== 'none') throw new Error(`There is no query for questions by ${kind}`);
      return queries.hasNoQuestion;
    },
    having: () => queries.bugsWithQuestions,
  },
  async present(db, inputs) {
    const people = await peopleWithIds(
      db,
      inputs.flatMap((asked) => asked?.by ?? []),
    );
    return inputs.map((asked) => queries.questionFrom(asked, people));
  },
};
