/** Words with which mail programs mark what is not part of a reply, in various languages. Matched in lower case. */
function list(words: string): readonly string[] {
  return words
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** "wrote" in the line above a quote. */
export const wroteWords: readonly string[] = list(`
  wrote | writes | écrit | schrieb | geschrieben | escribió | escribio | scritto | scrive | escreveu | schreef |
  geschreven | skrev | skrifaði | kirjoitti | napisał | napisała | pisze | napsal | napísal | napisao |
  je napisal | írta | a scris | yazdı | rašė | rakstīja | kirjutas | va escriure | написал | написала | пишет |
  пише | написав | έγραψε | כתב | كتب | đã viết | menulis | は書きました | 写到
`);

/** The beginning of the line above a quote, if it begins with the date. */
export const onWords: readonly string[] = list(`
  on | le | am | el | il | in data | em | op | den | på | w dniu | dnia | dne | dňa | pe | a(z) | la | pada |
  vào | στις | בתאריך | 在 | 於 | 于
`);

/** The headers that mail programs copy above the original message. */
export const headerWords: Readonly<Record<'from' | 'sent' | 'to' | 'subject' | 'other', readonly string[]>> =
  {
    from: list(`
  from | von | de | da | van | fra | från | od | lähettäjä | kimden | feladó | de la | expéditeur |
  remitente | mittente | remetente | afzender | absender | avsändare | nadawca | от | от кого | від | από |
  מאת | من | 发件人 | 寄件者 | 寄件人 | 差出人 | 送信者 | 보낸 사람 | 보낸사람 | dari | từ | saatja | nuo | no | frá
`),
    sent: list(`
  sent | date | message du | gesendet | datum | envoyé | envoyé le | date d'envoi | enviado | enviado el |
  enviado em | enviada em | fecha | data | inviato | data invio | verzonden | sendt | skickat | dato |
  lähetetty | päivämäärä | päiväys | wysłano | odesláno | odoslané | elküldve | dátum | trimis | gönderildi |
  gönderilme tarihi | tarih | отправлено | дата | надіслано | στάλθηκε | ημερομηνία | נשלח | תאריך |
  تاريخ الإرسال | 发送时间 | 日期 | 寄件日期 | 送信日時 | 日時 | 日付 | 보낸 날짜 | 날짜 | sent at | received | sendt den | dikirim |
  saadetud | išsiųsta | nosūtīts
`),
    to: list(`
  to | an | à | a | para | aan | til | till | do | komu | pro | vastaanottaja | címzett | către | kime |
  alıcı | кому | προς | אל | إلى | 收件人 | 收件者 | 宛先 | 받는 사람 | 받는사람 | destinataire | destinatario |
  destinatário | empfänger | kepada | kam | kellele
`),
    subject: list(`
  subject | betreff | objet | sujet | asunto | oggetto | assunto | onderwerp | emne | ämne | aihe | temat |
  předmět | predmet | tárgy | subiect | konu | тема | θέμα | נושא | الموضوع | 主题 | 主旨 | 件名 | 제목 | assumpte |
  perihal | teema | tema
`),
    other: list(`
  cc | kopie | kopia | kopi | copie | cópia | copia | kopio | копия | 抄送 | 副本 | 참조 | bcc | reply-to |
  antwort an | répondre à | importance | priority | wichtigkeit | attachments | anlagen
`),
  };

/** The words between the dashes above the quoted or forwarded message. */
export const originalMessage: readonly string[] = list(`
  original message | reply message | original appointment | forwarded message | original email |
  original e-mail | ursprüngliche nachricht | originalnachricht | original-nachricht |
  weitergeleitete nachricht | antwort nachricht | message d'origine | message original | message initial |
  message transféré | mensaje original | mensaje reenviado | messaggio originale | messaggio inoltrato |
  mensagem original | mensagem encaminhada | oorspronkelijk bericht | origineel bericht |
  doorgestuurd bericht | oprindelig meddelelse | oprindelig besked | opprinnelig melding |
  videresendt melding | videresendt besked | originalmeddelande | ursprungligt meddelande |
  ursprungsmeddelande | vidarebefordrat meddelande | alkuperäinen viesti | oryginalna wiadomość |
  wiadomość oryginalna | wiadomość przekazana | treść przekazanej wiadomości | původní zpráva |
  pôvodná správa | přeposlaná zpráva | eredeti üzenet | továbbított üzenet | mesaj original |
  mesajul original | orijinal mesaj | özgün ileti | исходное сообщение | оригинальное сообщение |
  пересылаемое сообщение | оригінальне повідомлення | αρχικό μήνυμα | 原始邮件 | 原始郵件 | 转发邮件 | 元のメッセージ |
  転送メッセージ | 원본 메시지 | 원본 메일 | izvorna poruka | originalna poruka | missatge original | pesan asli
`);

/** The beginning of forwarded messages in programs that write no dashes. */
export const forwardWords: readonly string[] = list(`
  begin forwarded message | anfang der weitergeleiteten nachricht | anfang der weitergeleiteten e-mail |
  début du message réexpédié | début du message transféré | inicio del mensaje reenviado |
  inizio messaggio inoltrato | início da mensagem reencaminhada | begin doorgestuurd bericht |
  vidarebefordrat brev | videresendt besked | start på videresendt besked | inicio de mensaje reenviado
`);

/** The beginning of the one-line signature of phones and apps. */
export const signatureStarts: readonly string[] = list(`
  sent from | sent via | sent with | sent using | sent through | sent by my | sent by galaxy | sent from a |
  from my iphone | sent on my | sent on the go | sent while | sent mobile | get outlook for |
  download outlook | composed on my | typed on my | excuse my brevity | please excuse my brevity |
  this message was sent from my | gesendet von | gesendet mit | gesendet aus | gesendet über | von meinem |
  von meiner | holen sie sich outlook | outlook für | diese nachricht wurde von mein |
  mit freundlichen grüßen von meinem | envoyé de | envoyé depuis | envoyé à partir | envoyé avec |
  envoyé via | envoyé par mon | provenance | télécharger outlook | obtenez outlook | obtenir outlook |
  enviado desde | enviado con | enviado de | enviado do | enviado da | enviado a partir | enviado via |
  enviado por | enviat des | obtener outlook | obter o outlook | obtenha o outlook | inviato da |
  inviato dal | inviato con | ottieni outlook | scarica outlook | verzonden vanaf | verzonden met |
  verzonden via | verstuurd vanaf | verstuurd met | outlook voor | skickat från | skickat med |
  hämta outlook | sendt fra | sendt med | hent outlook | skaff deg outlook | last ned outlook | lähetetty |
  hanki outlook | wysłane z | wysłano z | wysłane przez | pobierz aplikację outlook |
  pobierz program outlook | odesláno z | odoslané z | poslano z | poslano iz | stáhnout outlook |
  trimis de pe | trimis din | elküldve | küldve | gönderen | отправлено с | отправлено из | надіслано з |
  відправлено з | изпратено от | στάλθηκε από | נשלח מ | أرسلت من | مرسل من | 发自 | 發自 | 從我的 | 从我的 | 由我的 |
  được gửi từ | dikirim dari | 나의 | 내 iphone | 내 갤럭시 | saadetud minu | išsiųsta iš | sūtīts no
`);

/** The end of that line, in languages with the verb last. */
export const signatureEnds: readonly string[] = list(`
  gesendet | gesendet. | から送信 | から送信されました | 에서 보냄 | 에서 보냈습니다 | 传送 | 傳送 | 发送 | gönderildi | küldve |
  lähetetty | verzonden | verstuurd | downloaden
`);
