import type { Language } from '#contract/languages.ts';
import type { MailContent } from './render.ts';

/** What a template is given beside its own parameters. */
interface Addressee {
  /** The recipient's name. */
  name: string;
  /** The address of the tracker, without a slash at its end. */
  publicUrl: string;
}

type Template<P> = (params: P & Addressee) => MailContent;

/**
 * The mails on accounts, by their names, in every language. Parameters are stored with the job: they hold no secrets.
 */
interface Templates {
  test: Template<object>;
}

const en: Templates = {
  test: ({ publicUrl }) => ({
    subject: 'A test message from Katydid',
    blocks: [
      { kind: 'text', text: 'Katydid can send mail. This message was sent to try it out.' },
      { kind: 'link', label: 'Open Katydid', url: publicUrl },
    ],
  }),
};

const de: Templates = {
  test: ({ publicUrl }) => ({
    subject: 'Eine Testnachricht von Katydid',
    blocks: [
      {
        kind: 'text',
        text: 'Katydid kann E-Mails verschicken. Diese Nachricht wurde verschickt, um das auszuprobieren.',
      },
      { kind: 'link', label: 'Katydid öffnen', url: publicUrl },
    ],
  }),
};

export const accountTexts: Readonly<Record<Language, Templates>> = { en, de };

export type TemplateName = keyof Templates;

/** The parameters of a template, without those that every template is given. */
export type TemplateParams<N extends TemplateName> = Omit<Parameters<Templates[N]>[0], keyof Addressee>;
