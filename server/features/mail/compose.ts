import type { Reason } from '#contract/conversation/inbox.ts';
import { isolated } from '#contract/conversation/isolated.ts';
import { sentenceOf } from '#contract/conversation/sentences.ts';
import type { Language } from '#contract/languages.ts';
import type { MailSettings } from '#contract/conversation/mail.ts';
import type { BugEvent } from '#server/extensions/bug-activity.ts';
import type { MailBlock, MailContent } from '#server/mail/render.ts';
import type { MailBug } from './bug-queries.ts';
import { mailTexts } from './texts.ts';

/** The maximum length of a text in a message, in code points. */
export const longest = 4_000;

/** What mails contain besides the activity. */
export interface Surroundings {
  readonly publicUrl: string;
  /** The name of the tracker. */
  readonly tracker: string;
  /** The address at which the recipient stops all mail. */
  readonly unsubscribeUrl: string;
  readonly settings: Pick<MailSettings, 'language' | 'timeZone'>;
}

interface BugMessage {
  readonly bug: MailBug;
  readonly events: readonly BugEvent[];
  readonly reasons: readonly Reason[];
}

/** A message about activity of other users on a bug. */
export function composeMessage({ bug, events, reasons }: BugMessage, around: Surroundings): MailContent {
  const { language } = around.settings;
  const texts = mailTexts[language];
  const last = events.at(-1);
  const comment = events.length === 1 ? last?.commentId : undefined;
  const anchor = comment === undefined ? '' : `#comment-${comment}`;
  return {
    // The same for all messages on a bug, so that mail programs show one conversation.
    subject: `[#${bug.number}] ${bug.firstTitle}`,
    blocks: [
      ...events.flatMap((event) => eventBlocks(event, around)),
      { kind: 'link', label: texts.open, url: `${bugUrl(bug, around)}${anchor}` },
    ],
    foot: [texts.because(reasons.map((reason) => texts.reasons[reason])), ...footLinks(around)],
  };
}

/** A digest: the bugs of an inbox with their activity, and the number of further ones. */
export function composeDigest(
  { interval, bugs, more }: { interval: 'daily' | 'weekly'; bugs: readonly BugMessage[]; more: number },
  around: Surroundings,
): MailContent {
  const texts = mailTexts[around.settings.language];
  const count = bugs.length + more;
  return {
    subject: texts.digestSubject[interval](around.tracker, count),
    blocks: [
      texts.digestIntro(count),
      ...bugs.flatMap(({ bug, events }): MailBlock[] => [
        { kind: 'heading', text: `#${bug.number} ${bug.title}`, url: bugUrl(bug, around) },
        events.map((event) => eventLine(event, around)).join('\n'),
      ]),
      ...(more > 0 ? [texts.more(more)] : []),
      { kind: 'link', label: texts.inbox, url: `${around.publicUrl}/inbox` },
    ],
    foot: [texts.digestFoot, ...footLinks(around)],
  };
}

function bugUrl({ number }: MailBug, { publicUrl }: Surroundings): string {
  return `${publicUrl}/bugs/${number}`;
}

function footLinks({ publicUrl, unsubscribeUrl, settings }: Surroundings): MailBlock[] {
  const texts = mailTexts[settings.language];
  return [
    { kind: 'link', label: texts.settings, url: `${publicUrl}/profile` },
    { kind: 'link', label: texts.unsubscribe.button, url: unsubscribeUrl },
  ];
}

function eventBlocks(event: BugEvent, around: Surroundings): MailBlock[] {
  const { language, timeZone } = around.settings;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const note = format.format(new Date(event.at));
  const heading: MailBlock = { kind: 'heading', text: saidIn(event, language), note };
  if (event.text === undefined) return [heading];
  const { text, isCut } = shortened(event.text, longest);
  const isAsked = event.actions.some(({ is }) => is === 'asked');
  const texts = mailTexts[language];
  return [
    heading,
    { kind: 'quote', text },
    ...(isCut ? [texts.cut] : []),
    ...(isAsked ? [texts.howToAnswer] : []),
  ];
}

/** An event as a line of a digest. */
function eventLine(event: BugEvent, around: Surroundings): string {
  const sentence = saidIn(event, around.settings.language);
  if (event.text === undefined) return sentence;
  return `${sentence}: ${isolated(shortened(event.text.replaceAll(/\s+/g, ' '), 200).text)}`;
}

const saidIn = ({ by, actions }: BugEvent, language: Language) =>
  sentenceOf(isolated(by.name), actions, language);

function shortened(text: string, length: number): { text: string; isCut: boolean } {
  const characters = Array.from(text);
  if (characters.length <= length) return { text, isCut: false };
  return { text: `${characters.slice(0, length).join('')}…`, isCut: true };
}

/** Examples of a message and a digest, for the settings page. */
export function composeExample(
  kind: 'message' | 'digest',
  { settings, around, now }: { settings: MailSettings; around: Surroundings; now: Date },
): MailContent {
  const { title, comment } = mailTexts[settings.language].example;
  const by = { _id: '', name: 'Ada' };
  const bug = { id: '01900000-0000-7000-8000-000000000000', number: 42, title, firstTitle: title };
  const at = now.toISOString();
  const events: BugEvent[] = [
    { at, by, actions: [{ is: 'set', field: 'status', to: 'in-progress' }] },
    { at, by, actions: [{ is: 'commented', to: 1 }], text: comment, commentId: bug.id },
  ];
  const message: BugMessage = { bug, events, reasons: ['commented'] };
  if (kind === 'message') return composeMessage(message, around);
  return composeDigest({ interval: settings.digest, bugs: [message], more: 2 }, around);
}
