import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { besideFaults, uncountedKinds } from './beside.ts';
import { expectedFiles, fileSummary } from './files.ts';
import { inboxFaults } from './inbox.ts';
import type { Fault, Ledger } from './ledger.ts';
import { summaryOf } from './comment-state.ts';
import type { State } from './state.ts';

/** All differences between the ledger and the stored state. */
export function compare(ledger: Ledger, state: State): Fault[] {
  return [
    ...bugFaults(ledger, state),
    ...commentFaults(ledger, state),
    ...besideFaults(ledger, state),
    ...fileFaults(ledger, state),
    ...inboxFaults(ledger, state),
    ...peopleFaults(ledger, state),
    ...auditFaults(ledger, state),
    ...changeFaults(ledger, state),
    ...numberFaults(ledger, state),
  ];
}

function bugFaults({ bugs, deleted }: Ledger, state: State): Fault[] {
  const faults: Fault[] = [];
  const found = Map.groupBy(state.bugs, ({ _id }) => _id);
  for (const [id, bug] of bugs) {
    const [first, ...more] = found.get(id) ?? [];
    const what = `#${bug.number} ${bug.title} (version ${bug.version})`;
    if (!first) faults.push({ kind: 'lost', what });
    else if (more.length > 0) faults.push({ kind: 'doubled', what });
    else if (first.version < bug.version)
      faults.push({ kind: 'lost', what: `${what}: it is at ${first.version}` });
    else if (!isDeepStrictEqual(first, bug)) faults.push({ kind: 'half done', what });
  }
  for (const { _id, title } of state.bugs) {
    if (deleted.has(_id)) faults.push({ kind: 'lost', what: `the deletion of ${title}` });
    else if (!bugs.has(_id)) faults.push({ kind: 'unexplained', what: title });
  }
  return faults;
}

function commentFaults(ledger: Ledger, state: State): Fault[] {
  return counted('the comment', [...ledger.comments.values()].map(summaryOf), state.comments.map(summaryOf));
}

function fileFaults(ledger: Ledger, { files }: State): Fault[] {
  const broken = files.filter(({ isWhole }) => !isWhole);
  return [
    ...counted('the file', expectedFiles(ledger), files.map(fileSummary)),
    ...broken.map(({ name }): Fault => ({ kind: 'half done', what: `the content of ${name}` })),
  ];
}

function peopleFaults({ people }: Ledger, { users, sessions }: State): Fault[] {
  const expected = [...people.values()];
  const faults = counted(
    'the account',
    expected.map(({ _id, email }) => `${_id} ${email}`),
    users.map(({ id, email }) => `${id} ${email}`),
  );
  const tokens = new Map(sessions.map((session) => [session.user_id, session.token_hash]));
  const withoutSession = expected.filter(({ _id, token }) => {
    const hash = tokens.get(_id);
    return (
      hash === undefined || (token !== undefined && hash !== createHash('sha256').update(token).digest('hex'))
    );
  });
  for (const { email } of withoutSession) faults.push({ kind: 'half done', what: `${email} has no session` });
  if (sessions.length > tokens.size)
    faults.push({ kind: 'doubled', what: `there are ${sessions.length} sessions of ${tokens.size} people` });
  return faults;
}

function auditFaults({ people, deleted }: Ledger, { audit }: State): Fault[] {
  // The request is known only for registrations that were answered.
  const requests = new Map([...people.values()].map(({ _id, requestId }) => [_id, requestId]));
  const found = audit.map(({ action, subject_id: subject, details, request_id: request }) => {
    const known = requests.get(subject ?? '');
    return `${action} ${subject ?? details}${known === undefined ? '' : ` ${request}`}`;
  });
  const expected = [
    ...[...people.values()].map(
      ({ _id, requestId }) => `registered ${_id}${requestId === undefined ? '' : ` ${requestId}`}`,
    ),
    ...[...deleted.values()].map(({ number, title }) => `bug deleted #${number} ${title}`),
  ];
  return counted('the entry of the trail', expected, found, 'half done');
}

function changeFaults({ bugs, deleted, people, announced }: Ledger, { changes, counters }: State): Fault[] {
  const expected = [...people.values()].map(({ _id }) => `user ${_id} null`);
  for (const { _id, version } of [...bugs.values(), ...deleted.values()])
    for (let each = 1; each <= version; each += 1) expected.push(`bug ${_id} ${each}`);
  for (const id of deleted.keys()) expected.push(`bug ${id} null`);
  expected.push(...announced);
  const exact = changes.filter(({ kind }) => !uncountedKinds.has(kind));
  const found = exact.map(({ kind, id, version }) => `${kind} ${id} ${version}`);
  return [
    ...counted('the change', expected, found, 'half done'),
    ...sequence(
      'changes',
      changes.map(({ seq }) => seq),
      counters,
    ),
  ];
}

function numberFaults(
  { bugs, deleted, leavesNumbersOut }: Ledger,
  { numbers, searchable, counters }: State,
): Fault[] {
  const rows = numbers.map(({ number }) => number);
  const given = [...rows, ...[...deleted.values()].map(({ number }) => number)];
  const ordered = given.toSorted((a, b) => a - b);
  // On PostgreSQL, searching needs no rows of its own.
  const isInOrder = searchable && !leavesNumbersOut;
  const faults = isInOrder ? sequence('bugs', ordered, counters) : increasing(ordered, counters);
  if (rows.length !== bugs.size)
    faults.push({ kind: 'half done', what: `${rows.length} rows of bugs for ${bugs.size} bugs` });
  if (searchable && searchable.map(({ rowid }) => rowid).join() !== rows.join())
    faults.push({ kind: 'half done', what: 'the bugs that are searched are not those that are there' });
  return faults;
}

/** Checks that numbers count from 1 to their counter without gaps. */
function sequence(name: string, numbers: readonly number[], counters: State['counters']): Fault[] {
  const counter = counters.find((row) => row.name === name)?.value;
  const isWhole = numbers.every((number, i) => number === i + 1) && counter === numbers.length;
  if (isWhole) return [];
  const hole = numbers.findIndex((number, i) => number !== i + 1);
  return [
    {
      kind: 'half done',
      what: `the counter of ${name} is ${counter} for ${numbers.length} numbers${hole < 0 ? '' : `, the first wrong one being ${numbers[hole]}`}`,
    },
  ];
}

/** Checks that each number of a bug is assigned only once, and none exceeds the counter. */
function increasing(numbers: readonly number[], counters: State['counters']): Fault[] {
  const counter = counters.find(({ name }) => name === 'bugs')?.value ?? 0;
  const wrong = numbers.find((number, i) => number === numbers[i - 1] || number > counter);
  return wrong === undefined
    ? []
    : [{ kind: 'half done', what: `the counter of bugs is ${counter}, the first wrong number is ${wrong}` }];
}

/** Everything whose count differs from the expected one. */
function counted(
  what: string,
  expected: readonly string[],
  found: readonly string[],
  missing: Fault['kind'] = 'lost',
): Fault[] {
  const left = new Map<string, number>();
  for (const each of expected) left.set(each, (left.get(each) ?? 0) + 1);
  for (const each of found) left.set(each, (left.get(each) ?? 0) - 1);
  const wrong = [...left].filter(([, count]) => count !== 0);
  return wrong.map(([each, count]) => ({
    kind: count > 0 ? missing : expected.includes(each) ? 'doubled' : 'unexplained',
    what: `${what} ${each}`,
  }));
}
