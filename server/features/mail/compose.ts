import type { Reason } from '#contract/conversation/inbox.ts';
import type { Language } from '#contract/languages.ts';
import type { MailSettings } from '#contract/conversation/mail.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import type { MailBlock, MailContent } from '#server/mail/render.ts';
import type { CustomChange, FieldChange, MailBug, MailEvent } from './activity-queries.ts';
import { mailTexts } from './texts.ts';

/** The length of a text in a message, in code points. */
const longest = 4_000;

/** What mails have besides the activity. */
export interface Surroundings {
  readonly publicUrl: string;
  /** The address at which the recipient stops all mail. */
  readonly unsubscribeUrl: string;
  readonly settings: Pick<MailSettings, 'language' | 'timeZone'>;
  /** The fields of bugs, which have their words. */
  readonly fields: readonly ServerField[];
}

interface BugMessage {
  readonly bug: MailBug;
  readonly events: readonly MailEvent[];
  readonly reasons: readonly Reason[];
}

/** A message about activity of other users on a bug. */
export function composeMessage({ bug, events, reasons }: BugMessage, around: Surroundings): MailContent {
  const { language } = around.settings;
  const texts = mailTexts[language];
  const last = events.at(-1);
  const anchor = events.length === 1 && last?.kind === 'commented' ? `#comment-${last.commentId}` : '';
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
    subject: texts.digestSubject[interval](count),
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

function eventBlocks(event: MailEvent, around: Surroundings): MailBlock[] {
  const { language, timeZone } = around.settings;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const note = format.format(new Date(event.at));
  const heading: MailBlock = { kind: 'heading', text: mailTexts[language][event.kind](event.by), note };
  if (event.kind === 'changed') return [heading, changeLines(event.changes, around).join('\n')];
  const { text, isCut } = shortened(event.text, longest);
  return [heading, { kind: 'quote', text }, ...(isCut ? [mailTexts[language].cut] : [])];
}

/** An event as a line of a digest. */
function eventLine(event: MailEvent, around: Surroundings): string {
  const headline = mailTexts[around.settings.language][event.kind](event.by);
  if (event.kind === 'changed') return `${headline}. ${changeLines(event.changes, around).join(', ')}`;
  return `${headline}: ${shortened(event.text.replaceAll(/\s+/g, ' '), 200).text}`;
}

function shortened(text: string, length: number): { text: string; isCut: boolean } {
  const characters = Array.from(text);
  if (characters.length <= length) return { text, isCut: false };
  return { text: `${characters.slice(0, length).join('')}…`, isCut: true };
}

function changeLines(changes: readonly FieldChange[], around: Surroundings): string[] {
  return changes.flatMap((change) => linesOf(change, around));
}

function linesOf({ field, from, to, custom }: FieldChange, around: Surroundings): string[] {
  const { language } = around.settings;
  const texts = mailTexts[language];
  if (custom && custom.length > 0) return custom.map((change) => customLine(change, language));
  const { label = field, values } = around.fields.find(({ name }) => name === field)?.inMail[language] ?? {};
  if (!values) return [texts.fieldChanged(label)];
  const words = new Map(Object.entries(values));
  const word = (value: string) => words.get(value) ?? value;
  return [`${label}: ${word(from)} → ${word(to)}`];
}

/** The length of a text in a field, in code points. */
const longestValue = 200;

function customLine({ name, kind, from, to }: CustomChange, language: Language): string {
  const texts = mailTexts[language];
  const word = (value: CustomChange['from']) => {
    if (value === null || value === '') return texts.notGiven;
    if (typeof value === 'boolean') return value ? texts.yes : texts.no;
    if (typeof value === 'number') return value.toLocaleString(language, { maximumFractionDigits: 6 });
    if (kind !== 'date') return shortened(value, longestValue).text;
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    return day.format(new Date(`${value}T00:00:00Z`));
  };
  return `${name}: ${word(from)} → ${word(to)}`;
}

/** Examples of a message and a digest, for the settings page. */
export function composeExample(
  kind: 'message' | 'digest',
  { settings, around, now }: { settings: MailSettings; around: Surroundings; now: Date },
): MailContent {
  const { title, comment } = mailTexts[settings.language].example;
  const by = 'Ada';
  const bug = { id: '01900000-0000-7000-8000-000000000000', number: 42, title, firstTitle: title };
  const at = now.toISOString();
  const events: MailEvent[] = [
    { kind: 'changed', at, by, changes: [{ field: 'status', from: 'open', to: 'in-progress' }] },
    { kind: 'commented', at, by, text: comment, commentId: bug.id },
  ];
  const message: BugMessage = { bug, events, reasons: ['commented'] };
  if (kind === 'message') return composeMessage(message, around);
  return composeDigest({ interval: settings.digest, bugs: [message], more: 2 }, around);
}
