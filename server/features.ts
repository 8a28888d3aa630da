import { EventDispatcher } from './events.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { audit } from './features/audit/feature.ts';
import { board } from './features/board/feature.ts';
import { placedRank } from './features/board/queries.ts';
import { backups } from './features/backups/feature.ts';
import { columnFields } from './features/bugs/columns.ts';
import { BugRules } from './features/bugs/bugs.ts';
import { bugs } from './features/bugs/feature.ts';
import { QueriedBugs } from './features/bugs/queried-bugs.ts';
import { BugReader } from './features/bugs/reads.ts';
import { commentCount } from './features/comments/count.ts';
import { commentEntries } from './features/comments/entries.ts';
import { postComment } from './features/comments/comments.ts';
import { carriedReactions } from './features/comments/carried-reactions.ts';
import { comments } from './features/comments/feature.ts';
import { descriptionMentions } from './features/comments/mentions.ts';
import { components } from './features/components/feature.ts';
import { customFields } from './features/custom-fields/feature.ts';
import { files } from './features/files/feature.ts';
import { storeFile } from './features/files/files.ts';
import { history } from './features/history/feature.ts';
import { carriedWatches } from './features/inbox/carried-watches.ts';
import { inbox } from './features/inbox/feature.ts';
import { jobs } from './features/jobs/feature.ts';
import { labels } from './features/labels/feature.ts';
import { likelyDuplicates } from './features/likely-duplicates/feature.ts';
import { live } from './features/live/feature.ts';
import { mail } from './features/mail/feature.ts';
import { scheduleMail } from './features/mail/schedule.ts';
import type { MailInRules } from './features/mail-in/rules.ts';
import { mailIn } from './features/mail-in/feature.ts';
import { metrics } from './features/metrics/feature.ts';
import { childCount } from './features/relations/children.ts';
import { blockerCount } from './features/relations/blockers.ts';
import { relationEntries } from './features/relations/change-queries.ts';
import { finalBugs } from './features/relations/duplicate-queries.ts';
import { holdMark } from './features/relations/duplicates.ts';
import { relations } from './features/relations/feature.ts';
import { announceDeletion } from './features/relations/relations.ts';
import { resolution } from './features/resolution/feature.ts';
import { stats } from './features/stats/feature.ts';
import { triage, triageFields } from './features/triage/feature.ts';
import { isAnswer } from './features/triage/questions.ts';
import { versions } from './features/versions/feature.ts';
import { views } from './features/views/feature.ts';
import { carriedVotes } from './features/votes/carried-votes.ts';
import { voteCount } from './features/votes/count.ts';
import { votes } from './features/votes/feature.ts';
import { users } from './features/users/feature.ts';
import { cleanUpResponses } from './http/idempotency.ts';
import type { Job } from './jobs/job.ts';
import type { RowsNotified } from '#server/extensions/notified-rows.ts';

/** The features that add fields to bugs. */
const extensions: readonly Feature[] = [resolution, components, versions, labels, customFields, files];

/** The fields that features add to bugs. */
export const fields = [...extensions.flatMap(({ bugFields = [] }) => bugFields), ...triageFields];

/** The numbers that features count for bugs. */
export const counted = [commentCount, blockerCount, childCount, voteCount];

const reader = new BugReader(fields, counted, [placedRank]);
const rules = new BugRules(reader, fields, descriptionMentions, {
  change: holdMark,
  deletion: announceDeletion,
});

/** What comments do to bugs. */
const commenting = { work: rules.work.bind(rules), isAnswer };

/** What else is done about activity that has become part of inboxes. */
const onNotified: readonly RowsNotified[] = [scheduleMail];

/** What comes by mail is subject to the rules of what comes by the API. */
function mailInRules(): MailInRules {
  const events = new EventDispatcher(features);
  return {
    postComment: (tx, { caller, isTrimmed, ...posting }) =>
      postComment(
        tx,
        { ...posting, caller: { ...caller, token: '' }, headers: {}, mail: { isTrimmed } },
        commenting,
      ),
    createBug: (tx, { caller, body, ...filing }) =>
      rules.create(tx, { ...filing, caller: { ...caller, token: '' } }, body, { canAsk: false }),
    storeFile: (context, caller, file) =>
      storeFile({ ...context, writeUnconfirmed: context.write, caller }, file),
    unitOfWork: ({ write, now }, actorId, requestId) => ({
      write: events.unitOfWork(write, () => ({ actorId, address: 'e-mail', requestId, at: now() })),
      emit: events.emit,
    }),
  };
}

/** Every feature of the server; their order does not matter. */
export const features: readonly Feature[] = [
  ...extensions,
  users,
  bugs({ fields, counted, reader, rules }),
  board(reader),
  comments(commenting),
  stats,
  audit,
  backups,
  history([...columnFields, ...fields], [commentEntries, relationEntries]),
  inbox(onNotified),
  jobs,
  mail,
  mailIn(mailInRules),
  metrics,
  relations(rules, [carriedWatches, carriedReactions, carriedVotes]),
  likelyDuplicates(finalBugs),
  votes,
  views(new QueriedBugs(reader, fields, counted)),
  triage({
    work: rules.work.bind(rules),
    change: (tx, call, edit, authorise) => rules.change(tx, call, edit, authorise),
  }),
  live,
];

/** Every kind of background work. */
export const jobKinds: readonly Job[] = [
  cleanUpResponses,
  ...features.flatMap((feature) => feature.jobs ?? []),
];
