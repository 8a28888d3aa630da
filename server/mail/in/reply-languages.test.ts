import { expect, test } from 'vitest';
import { splitReply } from './reply-text.ts';

/** The headers that Outlook copies, From, Sent, To and Subject, by language. */
const headers: Record<string, readonly [string, string, string, string]> = {
  Albanian: ['Nga', 'Dërguar', 'Për', 'Subjekti'],
  Arabic: ['من', 'تاريخ الإرسال', 'إلى', 'الموضوع'],
  Armenian: ['Ումից', 'Ուղարկվել է', 'Ում', 'Թեմա'],
  Azerbaijani: ['Kimdən', 'Göndərildi', 'Kimə', 'Mövzu'],
  Basque: ['Nork', 'Bidalia', 'Nori', 'Gaia'],
  Belarusian: ['Ад', 'Адпраўлена', 'Каму', 'Тэма'],
  Bengali: ['প্রেরক', 'পাঠানো হয়েছে', 'প্রতি', 'বিষয়'],
  Bulgarian: ['От', 'Изпратено', 'До', 'Относно'],
  Catalan: ['De', 'Enviat', 'Per a', 'Assumpte'],
  Chinese: ['发件人', '发送时间', '收件人', '主题'],
  'Chinese, traditional': ['寄件者', '寄件日期', '收件者', '主旨'],
  Croatian: ['Od', 'Poslano', 'Prima', 'Predmet'],
  Czech: ['Od', 'Odesláno', 'Komu', 'Předmět'],
  Danish: ['Fra', 'Sendt', 'Til', 'Emne'],
  Dutch: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  Estonian: ['Saatja', 'Saadetud', 'Adressaat', 'Teema'],
  Filipino: ['Mula kay', 'Ipinadala', 'Para kay', 'Paksa'],
  Finnish: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  French: ['De', 'Envoyé', 'À', 'Objet'],
  Galician: ['De', 'Enviado', 'Para', 'Asunto'],
  Georgian: ['გამომგზავნი', 'გაგზავნილია', 'ადრესატი', 'თემა'],
  Greek: ['Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
  Hebrew: ['מאת', 'נשלח', 'אל', 'נושא'],
  Hindi: ['प्रेषक', 'भेजा गया', 'प्रति', 'विषय'],
  Hungarian: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  Icelandic: ['Frá', 'Sent', 'Til', 'Efni'],
  Indonesian: ['Dari', 'Dikirim', 'Kepada', 'Subjek'],
  Irish: ['Ó', 'Seolta', 'Chuig', 'Ábhar'],
  Italian: ['Da', 'Inviato', 'A', 'Oggetto'],
  Japanese: ['差出人', '送信日時', '宛先', '件名'],
  Kazakh: ['Кімнен', 'Жіберілді', 'Кімге', 'Тақырып'],
  Korean: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
  Latvian: ['No', 'Nosūtīts', 'Kam', 'Tēma'],
  Lithuanian: ['Nuo', 'Išsiųsta', 'Kam', 'Tema'],
  Macedonian: ['Од', 'Испратено', 'До', 'Предмет'],
  Malay: ['Daripada', 'Dihantar', 'Kepada', 'Subjek'],
  Norwegian: ['Fra', 'Sendt', 'Til', 'Emne'],
  Persian: ['از', 'ارسال‌شده', 'به', 'موضوع'],
  Polish: ['Od', 'Wysłano', 'Do', 'Temat'],
  Portuguese: ['De', 'Enviado', 'Para', 'Assunto'],
  Romanian: ['De la', 'Trimis', 'Către', 'Subiect'],
  Russian: ['От', 'Отправлено', 'Кому', 'Тема'],
  Serbian: ['Šalje', 'Poslato', 'Za', 'Naslov'],
  'Serbian, Cyrillic': ['Од', 'Послато', 'За', 'Тема'],
  Slovak: ['Od', 'Odoslané', 'Komu', 'Predmet'],
  Slovenian: ['Od', 'Poslano', 'Za', 'Zadeva'],
  Spanish: ['De', 'Enviado el', 'Para', 'Asunto'],
  Swedish: ['Från', 'Skickat', 'Till', 'Ämne'],
  Tamil: ['அனுப்புநர்', 'அனுப்பப்பட்டது', 'பெறுநர்', 'பொருள்'],
  Thai: ['จาก', 'ส่ง', 'ถึง', 'เรื่อง'],
  Turkish: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
  Ukrainian: ['Від', 'Надіслано', 'Кому', 'Тема'],
  Urdu: ['منجانب', 'بھیجا گیا', 'بنام', 'موضوع'],
  Vietnamese: ['Từ', 'Đã gửi', 'Đến', 'Chủ đề'],
  Welsh: ['Oddi wrth', 'Anfonwyd', 'At', 'Pwnc'],
};

test.each(Object.entries(headers))('Outlook headers are recognised: %s', (_, [from, sent, to, subject]) => {
  for (const [space, mark] of [
    [': ', ''],
    [' : ', '*'],
    ['：', ''],
  ]) {
    const line = (name: string, value: string) => `${mark}${name}${space}${mark}${value}`;
    const copied = [line(from, 'Bo'), line(sent, '23. 11.'), line(to, 'Ada'), line(subject, 'X')].join('\n');
    expect(splitReply(`MARK\n\n${copied}\n\nDoes it?`)).toEqual({ reply: 'MARK', isTrimmed: true });
    expect(splitReply(`MARK\n\n${copied.normalize('NFD')}\n\nDoes it?`).reply).toBe('MARK');
  }
});

/** What Gmail, Apple Mail and Thunderbird write above a quote, by language. */
const above: Record<string, string> = {
  Arabic: 'في الاثنين، ٢٣ نوفمبر ٢٠٢٦ في ٩:١٢ ص تمت كتابة ما يلي بواسطة Bo <bugs@example.org>:',
  'Arabic, Apple': 'في ٢٣ نوفمبر ٢٠٢٦، كتب Bo <bugs@example.org>:',
  Basque: '2026/11/23 09:12 igorleak Bo (<bugs@example.org>) hau idatzi du:',
  Bulgarian: 'На пн, 23.11.2026 г. в 9:12 Bo <bugs@example.org> написа:',
  'Bulgarian, Thunderbird': 'На 23.11.26 г. в 9:12, Bo написа:',
  Catalan: 'Missatge de Bo <bugs@example.org> del dia dl., 23 de nov. 2026 a les 9:12:',
  'Catalan, Apple': 'El 23 nov 2026, a les 9:12, Bo <bugs@example.org> va escriure:',
  Chinese: 'Bo <bugs@example.org> 于2026年11月23日周一 09:12写道：',
  'Chinese, traditional': 'Bo <bugs@example.org> 於 2026年11月23日 週一 上午9:12寫道：',
  Croatian: 'pon, 23. stu 2026. u 09:12 Bo <bugs@example.org> napisao je:',
  Czech: 'po 23. 11. 2026 v 9:12 odesílatel Bo <bugs@example.org> napsal:',
  Danish: 'Den man. 23. nov. 2026 kl. 09.12 skrev Bo <bugs@example.org>:',
  Dutch: 'Op ma 23 nov 2026 om 09:12 schreef Bo <bugs@example.org>:',
  Estonian: 'Kuupäev E, 23. november 2026 kell 09:12 kirjutas Bo <bugs@example.org>:',
  'Estonian, Thunderbird': '23.11.2026 09:12 Bo kirjutas:',
  Filipino: 'Noong Lun, Nob 23, 2026 nang 9:12 AM, isinulat ni Bo <bugs@example.org> ang:',
  Finnish: 'ma 23. marrask. 2026 klo 9.12 Bo (bugs@example.org) kirjoitti:',
  Greek: 'Στις Δευ 23 Νοε 2026 στις 9:12 π.μ., ο χρήστης Bo <bugs@example.org> έγραψε:',
  Hebrew: '‫בתאריך יום ב׳, 23 בנוב׳ 2026 ב-9:12 מאת ‪Bo‬‏ <‪bugs@example.org‬‏>:‬',
  Hindi: 'सोम, 23 नव॰ 2026 को 9:12 am बजे को Bo <bugs@example.org> ने लिखा:',
  Hungarian: 'Bo <bugs@example.org> ezt írta (időpont: 2026. nov. 23., H, 9:12):',
  Icelandic: 'Þann mán. 23. nóv. 2026 kl. 09:12 skrifaði Bo <bugs@example.org>:',
  Indonesian: 'Pada Sen, 23 Nov 2026 pukul 09.12 Bo <bugs@example.org> menulis:',
  Italian: 'Il giorno lun 23 nov 2026 alle ore 09:12 Bo <bugs@example.org> ha scritto:',
  Japanese: '2026年11月23日(月) 9:12 Bo <bugs@example.org>:',
  'Japanese, Apple': '2026/11/23 9:12、Bo <bugs@example.org>のメール:',
  Kazakh: '23.11.2026 09:12, Bo <bugs@example.org> жазды:',
  Korean: '2026년 11월 23일 (월) 오전 9:12, Bo <bugs@example.org>님이 작성:',
  Latvian: 'pirmd., 2026. g. 23. nov., plkst. 09:12 — lietotājs Bo (<bugs@example.org>) rakstīja:',
  Lithuanian: '2026-11-23, pr, 09:12 Bo <bugs@example.org> rašė:',
  Malay: 'Pada 23 Nov 2026 09:12, Bo <bugs@example.org> telah menulis:',
  Norwegian: 'man. 23. nov. 2026 kl. 09:12 skrev Bo <bugs@example.org>:',
  Persian: 'در تاریخ دوشنبه ۲۳ نوامبر ۲۰۲۶،‏ ۹:۱۲ Bo <bugs@example.org> نوشت:',
  Polish: 'pon., 23 lis 2026 o 09:12 Bo <bugs@example.org> napisał(a):',
  Portuguese: 'Em seg., 23 de nov. de 2026 às 09:12, Bo <bugs@example.org> escreveu:',
  Romanian: 'În lun., 23 nov. 2026 la 09:12, Bo <bugs@example.org> a scris:',
  Serbian: 'пон, 23. нов 2026. у 09:12 Bo <bugs@example.org> је написао/ла:',
  Slovak: 'po 23. 11. 2026 o 9:12 Bo <bugs@example.org> napísal(a):',
  Slovenian: 'V V pon., 23. nov. 2026 ob 09:12 je oseba Bo <bugs@example.org> napisala:',
  Swedish: 'Den mån 23 nov. 2026 kl 09:12 skrev Bo <bugs@example.org>:',
  Tamil: 'திங்., 23 நவ., 2026, முற்பகல் 9:12 அன்று, Bo <bugs@example.org> எழுதியது:',
  Thai: 'ในวันที่ จ. 23 พ.ย. 2026 เวลา 09:12 Bo <bugs@example.org> เขียนว่า:',
  'Thai, Buddhist year': 'เมื่อ จ. 23 พ.ย. 2569 เวลา 09:12 Bo <bugs@example.org> เขียน:',
  Turkish: 'Bo <bugs@example.org>, 23 Kas 2026 Pzt, 09:12 tarihinde şunu yazdı:',
  Ukrainian: 'пн, 23 лист. 2026 р. о 09:12 Bo <bugs@example.org> пише:',
  'Ukrainian, Thunderbird': '23.11.26 09:12, Bo пише:',
  Vietnamese: 'Vào Th 2, 23 thg 11, 2026 vào lúc 09:12 Bo <bugs@example.org> đã viết:',
};

test.each(Object.entries(above))('the line above a quote is recognised: %s', (_, line) => {
  // Folded where the date is on the first line.
  const folded = line.replace(/^(.*\d.*) </u, '$1\n<');
  for (const form of [line, line.normalize('NFD'), folded])
    expect(splitReply(`MARK\n\n${form}\n\n> ?\n>\n> Bo`)).toEqual({ reply: 'MARK', isTrimmed: true });
});

test.each([
  'Sent from my iPhone',
  'Gesendet von Outlook für Android',
  'Von meinem Handy gesendet',
  'Envoyé de mon iPhone',
  'Poslano s mog iPhonea',
  'Изпратено от моя iPhone',
  'Надіслано з iPhone',
  'Στάλθηκε από το iPhone μου',
  "iPhone'umdan gönderildi",
  'Lähetetty iPhonesta',
  'Trimis de pe iPhone',
  'ส่งจาก iPhone ของฉัน',
  'ارسال‌شده از iPhone من',
  'मेरे iPhone से भेजा गया',
  'Đã gửi từ iPhone của tôi',
  '나의 iPhone에서 보냄',
  '发自我的 iPhone',
  'iPhoneから送信',
])('the signature of a phone is removed: %s', (line) => {
  expect(splitReply(`MARK\n\n${line}`).reply).toBe('MARK');
});

test.each([
  'Die Mail wird nicht gesendet',
  'Von meinem Rechner aus geht es nicht',
  'From my iPhone it does not work',
  'Sent from the web form it works',
  'Sent via the API it is not stored',
  'Das Protokoll habe ich gesendet.',
  '邮件没有发送',
  'E-posta iki kez gönderildi',
  'Viestiä ei lähetetty',
  'De mail is niet verzonden',
])('a last line that only looks like a signature stays: %s', (line) => {
  expect(splitReply(`MARK\n\n${line}`)).toEqual({ reply: `MARK\n\n${line}`, isTrimmed: false });
});
