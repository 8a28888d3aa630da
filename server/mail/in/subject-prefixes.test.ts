import { expect, test } from 'vitest';
import { withoutPrefixes } from './subject-prefixes.ts';

const title = 'The list is empty';

test.each([
  'Re:',
  'RE :',
  'Re[2]:',
  'Re(3):',
  'Re^2:',
  'AW: WG:',
  'Antw: Doorst:',
  'SV: VB: VS: VL:',
  'RES: ENC:',
  'RIF: TR : RV:',
  'Odp: PD:',
  'Odg: Ats: Atb:',
  'Vá: Továbbítás:',
  'YNT: İLT: ilt:',
  'BLS: Trs:',
  'НА: Отг: Прес: Пересл:',
  'ΑΠ: ΠΡΘ: ΣΧΕΤ:',
  '回复：',
  '回覆: 答复： 轉寄：',
  '转发：回复: Re：',
  '返信: 転送：',
  '답장: 전달:',
  'השב: הועבר:',
  'رد: إعادة توجيه:',
  'ตอบกลับ:',
  'Trả lời:',
  'ＲＥ：',
  '[EXTERNAL]',
  '[EXT]',
  '[EXT] - ',
  '[External Sender]',
  '[EXTERNAL EMAIL] Re:',
  '{External}',
  '(external)',
  '*EXTERNAL*',
  '*** EXTERNAL ***',
  '【外部邮件】',
  '[CAUTION: External]',
  'CAUTION: External -',
  'CAUTION: External email:',
  'Re: [EXTERNAL] RE: {External} Fwd: 回复：',
])('%s is not part of the title', (prefix) => {
  expect(withoutPrefixes(`${prefix} ${title}`)).toBe(title);
  expect(withoutPrefixes(`${prefix.toLowerCase()}${title}`)).toBe(title);
});

test.each([
  'R: crashes when plotting',
  'I: am a title',
  'REF: 42 is wrong',
  'Regression: it fails',
  'Resolution: too low',
  'VSCode: crash',
  'Answer: is cut off',
  '[Export] fails',
  '[External links] are broken',
  'External: links are broken',
  'External drive: not found',
  'Caution: external drive is erased',
  '回复按钮不见了',
  '转发失败',
  'Re',
  'Re:',
  'Re: Fwd:',
  '[EXTERNAL]',
  '回复：',
])('%s stays as it is', (subject) => {
  expect(withoutPrefixes(subject)).toBe(subject);
});

test('a hyphen of the title stays', () => {
  expect(withoutPrefixes('Re: [EXT] -v is ignored')).toBe('-v is ignored');
});

test.each(['Re: ', 'Re[1', 'caution ', '[ext ', '*', 'external mail ', '[\u0130'])(
  'takes time in proportion to the subject: %j',
  (part) => {
    const start = process.cpuUsage();
    withoutPrefixes(part.repeat(20_000));
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000);
  },
);
