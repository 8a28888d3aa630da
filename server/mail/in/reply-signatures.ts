import { type Kind, type Line, nextKind } from './reply-marks.ts';
import { signatureEnds, signatureStarts } from './reply-words.ts';

/**
 * What a line below `--` is evidence of: `content` and `prose`, and several lines of `item`, of the person's own text;
 * `contact` and `notice` of a signature. A name or a company may be in either.
 */
type Evidence = 'content' | 'prose' | 'item' | 'contact' | 'notice' | 'name';

/** The lines between a signature mark and the end of the text, as they are read from the bottom up. */
export interface Below {
  readonly lines: number;
  readonly counts: Readonly<Record<Evidence, number>>;
}

export const nothingBelow: Below = {
  lines: 0,
  counts: { content: 0, prose: 0, item: 0, contact: 0, notice: 0, name: 0 },
};

/** The lines below, with this line added above them. */
export function withLine({ lines, counts }: Below, line: string): Below {
  const evidence = evidenceOf(line);
  return { lines: lines + 1, counts: { ...counts, [evidence]: counts[evidence] + 1 } };
}

/** The number of lines from which a text is no signature, and that of one without contacts. */
const most = { lines: 15, names: 8 };

/**
 * Whether the lines are a signature; in doubt, they are not. `isStandard` means that they follow `-- ` with its
 * trailing space, which mail programs write. `--` and `__` are also typed as rulers.
 */
export function isSignature({ lines, counts }: Below, isStandard: boolean): boolean {
  const { content, prose, item, contact, notice } = counts;
  if (content > 0 || item > 1) return false;
  if (lines > most.lines && notice === 0) return false;
  if (isStandard) return prose === 0 || contact + notice > 0;
  if (prose > 0 && notice === 0) return false;
  return lines <= most.names || contact + notice > 1;
}

/** Only this many characters of a line are read. */
const maxRead = 400;

const listItem =
  /^(?:(?:[-*+•·‣]|\[[ xX]?\])\s+(?:\S+\s+\S|\p{Ll})|\d{1,3}(?:[.)]\s+|、\s*)(?:\p{Letter}|\S+\s+\S))/u;
/** A single one may be a decorated name. */
const shortItem = /^(?:[-*+•·‣]|[a-z]\))\s+\S/u;
const code = [
  /^(?:```|~~~|\$ |#{1,6} |\|.*\|$|at \S+|file "|traceback|caused by|diff --|@@ |<\/?[a-z]+[ >/])/iu,
  /[{};]$|=>|&&|\|\||==|!=| = |\+=|::|->|\w\([^()]*\)|\]\(\)|\/\/ |\/\*|\w\.\w+\(/u,
  /^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|select|import|export|const|let|var|def|class|function|return|if|for|while)\b.*[(=*;:]/u,
  /\b\w*(?:error|exception|warning)\b:|\b(?:error|fatal|warn|debug|trace|info)\b[\]:]|\.[a-z]{1,4}:\d+/iu,
  /^\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d/iu,
  /^(?:GET|POST|PUT|PATCH|HEAD|HTTP\/\d|npm|npx|git|select|SELECT)\s|(?:^|\s)(?:~?\/|[A-Z]:\\)[\w.-]+[/\\]/u,
  // A question.
  /[?？؟⁇]["»”)]?$/u,
];

/** The beginnings of labels in a report, such as expected, actual, steps and result. */
const reportLabel =
  /^(?:expect|actual|step|repro|result|observ|current|behaviou?r|version|environment|platform|os\b|browser|note|update|edit|workaround|error|log|output|input|before|after|todo|erwart|tatsächlich|schritt|ergebnis|fehler|soll\b|ist\b|hinweis|nachtrag|attend|obtenu|étape|résultat|erreur|esperad|obtenid|actual|paso|resultad|erro|atteso|ottenut|passi|risultat|verwacht|stappen|resulta|förvänt|forvent|steg|trin|odotet|oczekiw|rzeczyw|krok|očekáv|skuteč|očakáv|várt|pași|așteptat|beklenen|gerçek|adım|ожида|фактич|шаг|результат|ошибк|очіку|крок|помилк|очаква|стъпк|αναμεν|βήμα|צפוי|בפועל|שלבים|متوقع|المتوقع|الفعلي|خطوات|انتظار|अपेक्षित|वास्तविक|चरण|คาดหวัง|ผลลัพธ์|ขั้นตอน|mong đợi|thực tế|các bước|diharapkan|langkah|期望|预期|預期|实际|實際|步骤|步驟|结果|結果|期待|手順|예상|기대|실제|재현|단계)/iu;
const postscript = /^p\.?\s?s\.?(?:\s?s\.?)?[\s:.]/iu;

/** The beginnings of labels for contacts and companies. */
const contactLabel =
  /^(?:tel|phone|telef|télé|fax|mob|cell|handy|e-?mail|mail|web|www|url|blog|home ?page|skype|teams|office|add?ress?|adres|direct|twitter|linkedin|github|gitlab|mastodon|matrix|xmpp|jabber|telegram|whatsapp|wechat|signal|icq|irc|pgp|gpg|key|fingerprint|book |hrb|amtsgericht|registe|handelsreg|geschäftsf|vorstand|aufsichtsrat|vorsitz|sitz|ust|vat|siren|siret|kvk|btw|tva|nip|regon|krs|iban|company|cvr|org\.? ?nr|тел|моб|факс|почта|e-?пошта|сайт|адрес|τηλ|κιν|טל|נייד|هاتف|جوال|تلفن|โทร|电话|電話|手机|手機|邮箱|郵箱|传真|傳真|地址|网址|微信|携帯|住所|メール|전화|휴대|이메일|주소|팩스|[a-z]$)/iu;
const contact =
  /[^\s<>@]@[^\s<>@]|https?:\/\/|www\.|\b[\w-]+\.(?:com|org|net|de|io|eu|uk|fr|es|it|nl|pl|cz|ru|jp|cn|ch|at|se|no|dk|fi|dev)\b|(?:\+|\(|\b0)[\d\s()./-]{6,}\d|(?:[\da-f]{4}\s+){3}|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b|(?:^|\s)@\w|^(?:t|m|f|p|e|w)[:.]\s/iu;

/** Matches disclaimers, footers of mailing lists, and notices of scanners. */
const notice =
  /confidential|privileged|^(?:sent|secured) with tuta|you (?:are receiving|received) this|you are subscribed|disclaimer|intended (?:only |solely )?for|intended recipient|unsubscribe|mailing list|_{20}|virus|scanned|consider the environment|before printing|\b(?:pgp|gpg|fingerprint)\b|vertraulich|bestimmungsgemäß|abbestellen|confidentiel|destinataire|désinscri|confidencial|destinatari|riservat|analizzato|vertrouwelijk|fortrolig|konfidentiell|luottamuksel|poufn|důvěrn|dôvern|bizalmas|confidenţial|confidențial|gizli|конфиденциальн|конфіденційн|поверителн|εμπιστευτικ|חסוי|سري|محرمانه|गोपनीय|ความลับ|bảo mật|rahasia|保密|机密|機密|기밀|(?:this|diese|ce|cet|questo|questa|este|esta|dit|deze) (?:e-?mail|message|nachricht|courriel|messaggio|mensaje|correo|mensagem|bericht)\b.*(?:sent|gesendet|envoy|inviat|enviad|verzonden|contain|enthält|contient|contiene|bevat)/iu;
const greeting =
  /regards|wishes|thanks|よろしく|お願い|此致|敬礼|祝好|감사합니다|드림|greeting|grüß|gruß|gruss|cordialement|salutations|saludos|saluti|cumprimentos|groet|hilsen|hälsning|terveisin|pozdr|üdvözlettel|saygı|уважением|повагою|поздрав/iu;

function evidenceOf(line: string): Evidence {
  const text = line.trim().slice(0, maxRead);
  // A ruler.
  if (!/[\p{Letter}\p{Number}`]/u.test(text)) return 'name';
  if (notice.test(text)) return 'notice';
  const words = wordsOf(text);
  const isContact = isContactLine(text, words);
  const [label, value] = labelled(text);
  if (postscript.test(text) || reportLabel.test(label) || (listItem.test(text) && !isContact))
    return 'content';
  if (isContact) return 'contact';
  if (code.some((pattern) => pattern.test(text))) return 'content';
  if (contactLabel.test(label)) return 'contact';
  if (shortItem.test(text)) return 'item';
  if (greeting.test(text)) return 'name';
  return isPhrase(text, words) || isValueOfText(value) ? 'prose' : 'name';
}

/** The label at the beginning of the line, without marks, and the text after its colon. */
function labelled(text: string): [label: string, value?: string] {
  const colon = text.slice(0, 42).search(/[:：]/u);
  const isLabel = colon > 0 && !/^[\w/.]/u.test(text.slice(colon + 1));
  if (!isLabel) return [''];
  return [text.slice(0, colon).replaceAll(/^[\s*_#-]+|\s+$/gu, ''), text.slice(colon + 1).trim()];
}

/**
 * Whether the value of a label belongs to a text: it is empty, begins in lower case, or is in a script without case.
 */
function isValueOfText(value: string | undefined): boolean {
  if (value === undefined) return false;
  return value === '' || /^\p{Ll}/u.test(value) || /^\p{Lo}{4}/u.test(value);
}

interface Words {
  readonly all: readonly string[];
  /** The words in lower case, except those that occur in names. */
  readonly low: readonly string[];
}

const particles = new Set(
  'of the and at for in on de du des da do dos di del della la le el y e et en van von der den zu und am im i w z a och og av af på i ja'.split(
    ' ',
  ),
);

function wordsOf(text: string): Words {
  const all = text.split(/\s+/u).filter((word) => /\p{Letter}{2}/u.test(word));
  const bare = all.map((word) => word.replaceAll(/^[^\p{Letter}]+|[^\p{Letter}]+$/gu, ''));
  return { all, low: bare.filter((word) => /^\p{Ll}+(?:['’]\p{Ll}+)?$/u.test(word) && !particles.has(word)) };
}

function isSentence(text: string, { all, low }: Words): boolean {
  if (/[，。、！；]/u.test(text)) return true;
  return /[.!…।۔]["»”)]?$/u.test(text) && all.length > 2 && low.length > 1;
}

/** Whether the line has a contact, possibly beside a name, and is not a sentence with an address. */
function isContactLine(text: string, words: Words): boolean {
  if (!contact.test(text) || isSentence(text, words)) return false;
  return words.low.length < 3 || / [|·•] /u.test(text);
}

/** Matches what occurs in Chinese, Japanese and Korean sentences, but not in names. */
const asianPhrase =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{16}|[没沒不了是把被]|[无無]法|\p{Script=Hiragana}.*\p{Script=Hiragana}|(?:니다|어요|아요|한다|된다|않다|없다|있다)$/u;

/** Whether the line is a part of a text, and not a name, a company or an address. */
function isPhrase(text: string, words: Words): boolean {
  const { all, low } = words;
  if (asianPhrase.test(text) || /(?<![\d.])\d+\.\d+/u.test(text) || !/\p{Letter}/u.test(text)) return true;
  if (isSentence(text, words)) return true;
  // Several words in scripts without capital letters.
  if (all.filter((word) => /^["'(«„“]?\p{Lo}/u.test(word)).length > 4) return true;
  return low.length > 1 || (all.length > 1 && /^\p{Ll}/u.test(text) && low.length > 0);
}

/** Whether a signature, or the footer of a mailing list, may begin below this line. */
export function isSignatureMark(lines: readonly Line[], at: number, firstText: number): boolean {
  const { text: line = '', isCode = false } = lines[at] ?? {};
  if (isCode) return false;
  if (/^\s{0,3}(?:--|__) ?$/u.test(line)) return at !== firstText || line === '-- ';
  if (/^\s{0,3}—\s*$/u.test(line))
    return /^(?:reply to this|you are receiving|view it on)/iu.test(lines[at + 1]?.bare ?? '');
  // Footers of mailing lists, and disclaimers.
  return /^_{20,}$/u.test(line.trimEnd()) && at > firstText;
}

const english = /^(?:sent |from my |get |download |composed |typed |excuse |please |this message )/u;
/** Devices and programs that signatures in other languages name. */
const device =
  /i(?:phon|pad|pod|os\b)|android|galaxy|samsung|huawei|xiaomi|redmi|nokia|htc|sony|motorola|oneplus|blackberry|windows|outlook|gmail|airmail|yahoo|aol|gmx|web\.de|t-online|proton|thunderbird|k-9|bluemail|mail[- ]?app|courrier|mailbox|mobil|móvil|celular|phone|telefo|téléphone|portable|handy|tablet|cell\b|gerät|appareil|dispositivo|手机|手機|行動|携帯|スマホ|スマートフォン|アイフォン|휴대|아이폰|갤럭시|телефон|смартфон|мобилн|мобільн|мобильн|κινητό|נייד|أيفون|آيفون|هاتف|موبايل|آیفون|گوشی|โทรศัพท์|ไอโฟน|मोबाइल|फ़ोन|điện thoại|ponsel|telepon|brevity/u;
/** Verbs, and what German has in the place of one. */
const verbs =
  /(?<!\p{Letter})(?:it|i|we|is|are|not|does|works?|fails?|failed|never)(?!\p{Letter})|^von mein(?!.*(?:gesendet|geschickt|versendet|verschickt|geschrieben)\W*$)/u;

/** Whether the line is what phones and mail programs write below a text: `Sent from my phone`. */
export function isPhoneSignature(lines: readonly Line[], kinds: readonly Kind[], at: number): boolean {
  const line = (lines[at]?.bare ?? '')
    .replace(/^[<(]+(?=sent)/u, '')
    .replaceAll(/<[^>]*>|\(https?:[^)]*\)|\[https?:[^\]]*\]/gu, '')
    .trim();
  if (line === '' || line.length > 100) return false;
  const isStart = signatureStarts.some((start) => line.startsWith(start));
  const isEnd = line.length < 60 && signatureEnds.some((end) => line.endsWith(end));
  if (!isStart && !isEnd) return false;
  // English signatures are recognised by their first words. In other languages, these may begin any sentence.
  if (!english.test(line) && !device.test(line)) return false;
  if (verbs.test(line.replace(/(?:please )?excuse .*/u, ''))) return false;
  // A sentence, not a signature.
  if (/, .*[.!?]$/u.test(line) || /[?:]$/u.test(line)) return false;
  const isAlone = kinds[at - 1] !== 'text' && kinds[at + 1] !== 'text';
  const isLast = nextKind(kinds, at + 1) !== 'text';
  return isAlone || isLast;
}
