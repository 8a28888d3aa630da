/** The words before a colon that mail programs write before the subject of a reply or a forwarded message. */
const words = [
  // Single letters, `REF`, and words that may begin a title, such as "Answer", are not included.
  're ｒｅ aw sv vs antw odp odg ats atb bls balas res rif ynt yan vá rép отг отв відп адк на одг σχετ απ',
  'fw fwd ｆｗ wg tr rv vb vl enc (?:İ|i\\u0307?)lt pd doorst továbbítás továbbítva trs terusan prosl posr прес пересл пер прсл πρθ',
  '回复 回覆 答复 答覆 回信 转发 轉發 轉寄 转寄 返信 転送 답장 회신 전달 השב תגובה הועבר رد پاسخ بازارسال ตอบกลับ ตอบ ส่งต่อ',
]
  .join(' ')
  .split(' ');

/** `Re[2]`, `Re(3)`, `Re^2`. */
const count = String.raw`\s?(?:\[\d{1,3}\]|\(\d{1,3}\)|[\^*]\d{1,3})?`;
const prefix = String.raw`(?:${words.join('|')}|trả lời|chuyển tiếp|إعادة توجيه)${count}\s*[:：]`;

const external = 'external|extern[eoa]?|ext|esterno|zewnętrzn[yae]|externí|внешн(?:ее|яя|ий)|外部|외부';
const source =
  'senders?|e-?mails?|mails?|message|source|origin|absender|expéditeur|courriel|remitente|correo|mittente';
const warning = String.raw`(?:caution|warning|attention|achtung)[\s:!-]*`;
/** `[EXTERNAL]`, `{External Sender}`, `*** EXTERNAL ***`, `【外部邮件】`. */
const bracketed = String.raw`[[({<【]\s?(?:${warning})?(?:${external})(?:[\s:-]?(?:${source}|邮件|郵件|メール|메일)){0,2}[\s:!]*[\])}>】]`;
const starred = String.raw`\*{1,3}\s?(?:${external})(?:\s(?:${source}))?\s?\*{1,3}`;
/** `EXTERNAL:`, `CAUTION: External email - `; not "Caution: external drive". */
const plain = String.raw`${warning}(?:${external})(?:\s(?:${source}))?\s?[:：|!-]|external(?:\s(?:${source}))?\s?\|`;

const tag = String.raw`(?:${bracketed}|${starred}|${plain})(?:\s*[-–|:](?=\s))?`;
const prefixes = new RegExp(String.raw`^(?:(?:${prefix}|${tag})\s*)+`, 'iu');

/**
 * A subject without the prefixes of mail programs and mail servers: `Re:`, `Fwd:`, `回复：`, `[EXTERNAL]`, in any order. A
 * subject of nothing but prefixes stays as it is.
 */
export function withoutPrefixes(subject: string): string {
  const line = subject.normalize('NFC').trim();
  const rest = line.replace(prefixes, '').trim();
  return rest === '' ? line : rest;
}
