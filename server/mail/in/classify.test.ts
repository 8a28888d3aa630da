import { expect, test } from 'vitest';
import { isAutomaticReply } from './classify.ts';

test.each([
  'Automatic reply: [#42] Export fails',
  'Out of Office: Re: [#42] Export fails',
  'Réponse automatique : RE: [EXTERNAL] [#42] Export fails',
  'Automaattinen vastaus: [#42] Export fails',
  'Otomatik Yanıt: [#42] Export fails',
  'Fraværsmelding: [#42] Export fails',
  'Автоответ: Re: [#42] Export fails',
  'Αυτόματη απάντηση: [#42] Export fails',
  'מענה אוטומטי: [#42] Export fails',
  'رد تلقائي: [#42] Export fails',
  '자동 회신: [#42] Export fails',
  '自动回复：[#42] Export fails',
  '来自 Ada 的自动回复: [#42] Export fails',
])('the subject "%s" is that of an automatic reply', (subject) => {
  expect(isAutomaticReply(subject)).toBe(true);
  expect(isAutomaticReply(subject.normalize('NFD'))).toBe(true);
});

test.each([
  'Re: [#42] Automatic reply: wrong language',
  'Automatic reply: settings page is empty',
  'Automation: [#42] Export fails',
  'Re: Author: [#42] Export fails',
  '[auto] Re: [#42] Export fails',
  'RES: [#42] Out of office is not shown',
])('the subject "%s" is that of a person', (subject) => {
  expect(isAutomaticReply(subject)).toBe(false);
});
