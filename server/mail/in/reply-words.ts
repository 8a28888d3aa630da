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
  geschreven | geskryf | skrev | skreiv | skrifaði | geschriwwen | skribis | kirjoitti | napisał | napisała |
  pisze | napsal | napsala | napísal | napísala | napisao | napisala | je napisal | je napisao | je napisala |
  piše | írta | a scris | yazdı | yazıb | yozdi | rašė | parašė | rakstīja | kirjutas | va escriure |
  ha escrit | escribiu | idatzi du | ysgrifennodd | scríobh | sgrìobh | shkroi | ka shkruar | kiteb |
  aliandika | написал | написала | писал | писала | пишет | пише | написав | писав | напісаў | напісала | піша |
  написа | напиша | написао | је написао | је написала | пишува | жазды | бичсэн | бичлээ | έγραψε | έγραψαν |
  დაწერა | წერდა | წერს | գրել է | գրեց | գրում է | כתב | כתבה | כתבו | كتب | كتبت | نوشت | نوشته است |
  نے لکھا | ने लिखा | ने लिखा था | यांनी लिहिले | লিখেছেন | লিখেছে | লিখলেন | এ লিখেছেন | એ લખ્યું | ਨੇ ਲਿਖਿਆ |
  எழுதியது | எழுதினார் | எழுதியவை | వ్రాసారు | రాశారు | ಬರೆದಿದ್ದಾರೆ | ಬರೆದರು | എഴുതി | đã viết | menulis |
  telah menulis | sumulat | ay sumulat | sinulat | ጻፈ | は書きました | 写到
`);

/** The beginning of the line above a quote, if it begins with the date. */
export const onWords: readonly string[] = list(`
  on | le | am | el | il | in data | em | op | den | på | w dniu | dnia | dne | dňa | dana | pe | în | a(z) |
  la | pada | noong | vào | lúc | më | ar | þann | στις | την | на | у | בתאריך | ב- | في | در | بتاريخ |
  เมื่อ | ในวันที่ | 在 | 於 | 于
`);

/** The headers that mail programs copy above the original message. */
export const headerWords: Readonly<Record<'from' | 'sent' | 'to' | 'subject' | 'other', readonly string[]>> =
  {
    from: list(`
  from | von | de | da | van | fra | frå | från | od | lähettäjä | kimden | gönderen | feladó | de la |
  expéditeur | remitente | mittente | remetente | afzender | absender | avsändare | nadawca | odesílatel |
  odosielateľ | pošiljatelj | pošiljalec | pošiljalac | šalje | saatja | nuo | siuntėjas | no | sūtītājs | frá |
  nga | dërguesi | nork | nondik | igorlea | bidaltzailea | oddi wrth | oddiwrth | gan | ó | ó sheoltóir |
  seoltóir | bho | kimdən | göndərən | kimdan | kutoka | kutoka kwa | minn | vun | dari | daripada | pengirim |
  mula kay | mula sa | mula | từ | người gửi | от | от кого | отправитель | подател | від | від кого |
  відправник | ад | ад каго | адпраўнік | од | пошиљалац | испраќач | кімнен | жіберуші | кимден | хэнээс |
  από | αποστολέας | გამომგზავნი | გამგზავნი | ვისგან | ումից | ուղարկող | מאת | من | المرسل | از | فرستنده |
  منجانب | प्रेषक | की ओर से | से | द्वारा | कडून | প্রেরক | থেকে | হতে | পাঠিয়েছেন | પ્રેષક | તરફથી | ਵੱਲੋਂ |
  ਪ੍ਰੇਸ਼ਕ | அனுப்புநர் | அனுப்பியவர் | இருந்து | నుండి | ప్రేషకుడు | వీరి నుండి | ಇಂದ | ಕಳುಹಿಸಿದವರು | പ്രേഷകൻ |
  അയച്ചത് | നിന്ന് | ผู้ส่ง | จาก | ຈາກ | ពី | ከ | 发件人 | 寄件者 | 寄件人 | 發件人 | 差出人 | 送信者 | 送信元 | 보낸 사람 | 보낸사람 |
  보낸이 | 발신 | 발신자 | 발신인
`),
    sent: list(`
  sent | date | message du | gesendet | datum | gesendet am | envoyé | envoyé le | date d'envoi | enviado |
  enviado el | enviado em | enviada em | enviado o | enviada | fecha | data | inviato | data invio | verzonden |
  verzonden op | sendt | send | skickat | skickades | dato | lähetetty | päivämäärä | päiväys | lähetysaika |
  wysłano | wysłane | data wysłania | odesláno | odoslané | dátum odoslania | poslano | poslato | poslan |
  elküldve | küldve | küldés dátuma | dátum | trimis | trimisă | data trimiterii | gönderildi | gönderilen |
  gönderilme tarihi | gönderme tarihi | gönderim tarihi | tarih | saadetud | saatmisaeg | kuupäev | išsiųsta |
  siųsta | nosūtīts | sūtīts | datums | dagsetning | dags | dërguar | dërguar më | bidalia | bidaltze-data |
  enviat | enviat el | data d'enviament | anfonwyd | dyddiad | seolta | dáta | chaidh a chur | göndərildi |
  göndərilib | göndərilmə tarixi | tarix | yuborildi | sana | gestuur | imetumwa | tarehe | mibgħut |
  geschéckt | dikirim | terkirim | tanggal | dihantar | tarikh | ipinadala | petsa | đã gửi | gửi | ngày |
  ngày gửi | gửi lúc | vào | отправлено | дата | послано | дата отправки | надіслано | відправлено |
  адпраўлена | даслана | изпратено | изпратен | послато | датум | испратено | жіберілді | жіберілген |
  жіберілген күні | күні | жөнөтүлдү | илгээсэн | огноо | στάλθηκε | εστάλη | απεστάλη | αποστολή | ημερομηνία |
  ημερομηνία αποστολής | გაგზავნილია | გაიგზავნა | გაგზავნის თარიღი | თარიღი | ուղարկվել է | ուղարկված է |
  ուղարկված | ամսաթիվ | נשלח | נשלח ב | נשלח בתאריך | בתאריך | תאריך | تاريخ الإرسال | أرسلت | أُرسلت |
  تم الإرسال | مرسلة | الإرسال | التاريخ | ارسال شده | ارسال | ارسال شده در | تاریخ | تاریخ ارسال | تاريخ |
  بھیجا گیا | भेजा गया | भेजा | भेजने का समय | भेजने की तिथि | दिनांक | तारीख | पाठविले | पाठवले |
  পাঠানো হয়েছে | পাঠানো | প্রেরিত | পাঠানোর তারিখ | তারিখ | મોકલ્યું | મોકલેલ | તારીખ | ਭੇਜਿਆ | ਮਿਤੀ |
  அனுப்பப்பட்டது | அனுப்பியது | அனுப்பிய தேதி | தேதி | పంపబడింది | పంపినది | పంపిన తేదీ | తేదీ | ಕಳುಹಿಸಲಾಗಿದೆ |
  ದಿನಾಂಕ | അയച്ച തീയതി | തീയതി | ส่ง | ส่งเมื่อ | วันที่ส่ง | วันที่ | เมื่อ | ສົ່ງ | ວັນທີ | បានផ្ញើ |
  កាលបរិច្ឆេទ | የተላከ | ቀን | 发送时间 | 发送日期 | 发送 | 发件时间 | 时间 | 日期 | 寄件日期 | 寄送日期 | 傳送時間 | 傳送日期 | 寄件時間 | 時間 | 送信日時 |
  送信日 | 日時 | 日付 | 보낸 날짜 | 보낸날짜 | 보낸 시간 | 날짜 | 전송 | 발송 | 발송일 | 일시 | sent at | received | sendt den
`),
    to: list(`
  to | an | à | a | para | aan | til | till | do | komu | pro | pre | prejemnik | za | prima | primatelj |
  primalac | vastaanottaja | címzett | către | catre | destinatar | kime | alıcı | odbiorca | příjemce |
  príjemca | кому | получатель | до | за | прима | получател | одержувач | каму | атрымальнік | прималац |
  примач | кімге | алушы | кимге | хэнд | προς | παραλήπτης | ვის | მიმღები | ადრესატი | ում | ստացող | אל |
  נמען | לכבוד | إلى | الى | المرسل إليه | به | گیرنده | بنام | प्रति | को | प्राप्तकर्ता | सेवा में | প্রতি |
  প্রাপক | কে | પ્રતિ | ਪ੍ਰਤੀ | ਵੱਲ | பெறுநர் | க்கு | వీరికి | కు | స్వీకర్త | ಗೆ | ಸ್ವೀಕರಿಸುವವರು |
  സ്വീകർത്താവ് | ലേക്ക് | ถึง | ผู้รับ | ເຖິງ | ជូន | ទៅ | ለ | 收件人 | 收件者 | 宛先 | 送信先 | 받는 사람 | 받는사람 | 받는이 | 수신 |
  수신자 | 수신인 | destinataire | destinatario | destinatário | empfänger | mottagare | mottaker | modtager |
  ontvanger | kepada | untuk | ke | penerima | para kay | para sa | kay | kam | adresāts | saņēmējs | kellele |
  saaja | adressaat | iki | gavėjas | për | te | marrësi | per a | per | nori | hartzailea | nora | at | chuig |
  gu | kimə | kimga | kwa | lil | un | đến | tới | người nhận | gửi tới | gửi đến | kính gửi
`),
    subject: list(`
  subject | betreff | objet | sujet | asunto | oggetto | assunto | onderwerp | emne | ämne | aihe | otsikko |
  temat | tytuł | předmět | predmet | tárgy | subiect | subiectul | konu | тема | тэма | тақырып | тақырыбы |
  гарчиг | сэдэв | относно | предмет | наслов | naslov | zadeva | naslov poruke | θέμα | נושא | הנדון |
  الموضوع | موضوع | عنوان | თემა | საგანი | թեմա | առարկա | विषय | বিষয় | વિષય | ਵਿਸ਼ਾ | பொருள் | தலைப்பு |
  விஷயம் | విషయం | విషయము | ವಿಷಯ | വിഷയം | เรื่อง | ชื่อเรื่อง | หัวเรื่อง | หัวข้อ | ຫົວຂໍ້ | ເລື່ອງ |
  ប្រធានបទ | ርዕስ | ርዕሰ ጉዳይ | 主题 | 主旨 | 主題 | 标题 | 標題 | 件名 | 題名 | 제목 | assumpte | tema | perihal | subjek |
  perkara | judul | paksa | teema | pealkiri | tēma | temats | efni | subjekti | lënda | gaia | pwnc | testun |
  ábhar | cuspair | mövzu | mavzu | mada | suġġett | temo | chủ đề | tiêu đề
`),
    other: list(`
  cc | kopie | kopia | kopi | copie | cópia | copia | còpia | kopio | koopia | kopija | kopja | kópia | kp |
  másolat | másolatot kap | afrit | bilgi | salinan | tembusan | kopya | đồng kính gửi | копия | копія |
  копіја | копија | κοιν | κοινοποίηση | עותק | העתק | نسخة | رونوشت | प्रतिलिपि | প্রতিলিপি | สำเนา | 抄送 | 副本 |
  참조 | bcc | reply-to | antwort an | répondre à | importance | priority | wichtigkeit | attachments | anlagen |
  priorité | importancia | importância | priorità | prioriteit | priorität | prioritet | важность | важливість |
  重要性 | 중요도 | 重要度 | pièces jointes | archivos adjuntos | datos adjuntos | anexos | allegati | bijlagen |
  vedhæftede filer | bilagor | załączniki | přílohy | вложения | вкладення | 附件 | 添付ファイル | 첨부 파일 | 첨부파일
`),
  };

/** The words between the dashes above the quoted or forwarded message. */
export const originalMessage: readonly string[] = list(`
  původní e-mail | pôvodný e-mail | original message | reply message | original appointment | forwarded message | original email |
  original e-mail | ursprüngliche nachricht | originalnachricht | original-nachricht |
  weitergeleitete nachricht | antwort nachricht | message d'origine | message original | message initial |
  message transféré | mensaje original | mensaje reenviado | messaggio originale | messaggio inoltrato |
  mensagem original | mensagem encaminhada | mensagem reencaminhada | oorspronkelijk bericht |
  origineel bericht | doorgestuurd bericht | oorspronklike boodskap | oprindelig meddelelse |
  oprindelig besked | opprinnelig melding | opphavleg melding | videresendt melding | videresendt besked |
  originalmeddelande | ursprungligt meddelande | ursprungsmeddelande | vidarebefordrat meddelande |
  alkuperäinen viesti | välitetty viesti | oryginalna wiadomość | wiadomość oryginalna | wiadomość przekazana |
  treść przekazanej wiadomości | původní zpráva | pôvodná správa | preposlaná správa | přeposlaná zpráva |
  eredeti üzenet | továbbított üzenet | mesaj original | mesajul original | mesaj redirecționat |
  orijinal mesaj | orijinal ileti | özgün ileti | iletilmiş mesaj | исходное сообщение |
  оригинальное сообщение | первоначальное сообщение | пересылаемое сообщение | пересланное сообщение |
  оригінальне повідомлення | вихідне повідомлення | початкове повідомлення | переслане повідомлення |
  зыходнае паведамленне | арыгінальнае паведамленне | оригинално съобщение | първоначално съобщение |
  препратено съобщение | изворна порука | оригинална порука | изворна порака | оригинална порака |
  бастапқы хабар | түпнұсқа хабар | αρχικό μήνυμα | προωθημένο μήνυμα | საწყისი შეტყობინება |
  ორიგინალი შეტყობინება | ორიგინალური შეტყობინება | սկզբնական հաղորդագրություն | բնօրինակ հաղորդագրություն |
  הודעה מקורית | ההודעה המקורית | הודעה שהועברה | الرسالة الأصلية | رسالة أصلية | رسالة معاد توجيهها |
  پیام اصلی | پیام بازارسال شده | اصل پیغام | मूल संदेश | मूल सन्देश | अग्रेषित संदेश | মূল বার্তা | મૂળ સંદેશ |
  அசல் செய்தி | మూల సందేశం | ข้อความต้นฉบับ | ข้อความเดิม | ข้อความที่ส่งต่อ | thư gốc | tin nhắn gốc |
  thư ban đầu | thư đã chuyển tiếp | 原始邮件 | 原始郵件 | 原始信息 | 原始訊息 | 原邮件 | 转发邮件 | 转发的邮件 | 轉寄郵件 | 元のメッセージ |
  オリジナルメッセージ | 元のメール | 転送メッセージ | 원본 메시지 | 원본 메일 | 전달된 메시지 | izvorna poruka | originalna poruka |
  prvotna poruka | izvirno sporočilo | posredovano sporočilo | missatge original | missatge reenviat |
  jatorrizko mezua | mensaxe orixinal | neges wreiddiol | teachtaireacht bhunaidh | mesazhi origjinal |
  ilkin mesaj | algne sõnum | algkiri | edastatud kiri | sākotnējais ziņojums | sākotnējā ziņa |
  pradinis laiškas | pradinis pranešimas | upprunaleg skilaboð | upphafleg skilaboð | pesan asli |
  pesan terusan | mesej asal | orihinal na mensahe | oorspronklike e-pos
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
  from my iphone | sent on my | sent on the go | sent while | sent mobile | get outlook for | download outlook |
  composed on my | typed on my | excuse my brevity | please excuse my brevity | this message was sent from my |
  gesendet von | gesendet mit | gesendet aus | gesendet über | von meinem | von meiner |
  holen sie sich outlook | outlook für | diese nachricht wurde von mein | mit freundlichen grüßen von meinem |
  envoyé de | envoyé depuis | envoyé à partir | envoyé avec | envoyé via | envoyé par mon | provenance |
  télécharger outlook | obtenez outlook | obtenir outlook | enviado desde | enviado con | enviado de |
  enviado do | enviado da | enviado a partir | enviado via | enviado por | enviat des | obtener outlook |
  obter o outlook | obtenha o outlook | inviato da | inviato dal | inviato con | ottieni outlook |
  scarica outlook | verzonden vanaf | verzonden met | verzonden via | verstuurd vanaf | verstuurd met |
  outlook voor | skickat från | skickat med | hämta outlook | sendt fra | sendt med | hent outlook |
  skaff deg outlook | last ned outlook | lähetetty | hanki outlook | wysłane z | wysłano z | wysłane przez |
  pobierz aplikację outlook | pobierz program outlook | odesláno z | odoslané z | poslano z | poslano iz |
  stáhnout outlook | trimis de pe | trimis din | elküldve | küldve | gönderen | отправлено с | отправлено из |
  надіслано з | відправлено з | изпратено от | στάλθηκε από | נשלח מ | أرسلت من | مرسل من | 发自 | 發自 | 從我的 |
  从我的 | 由我的 | được gửi từ | dikirim dari | 나의 | 내 iphone | 내 갤럭시 | saadetud minu | išsiųsta iš | sūtīts no |
  poslano s | poslato sa | poslato iz | послато са | послато са мог | испратено од | изпратен от | адпраўлена з |
  trimis de | inviato dall | enviado dende | enviat de | sent úr | sent frá | sendt frå | anfonwyd o |
  seolta ó | dërguar nga | dihantar daripada | dihantar dari | đã gửi từ | gửi từ | ipinadala mula | ส่งจาก |
  ارسال شده از | ارسال‌شده از | فرستاده شده از | أُرسلت من | გაგზავნილია ჩემი | ուղարկված է իմ |
  reciba outlook | nabavite outlook | preuzmite outlook | prenesite outlook | получить outlook |
  скачать outlook | отримати outlook | завантажити outlook | вземете outlook | изтеглете outlook |
  αποκτήστε το outlook | λήψη του outlook | získejte outlook | získajte outlook | získať outlook |
  obțineți outlook | gauti outlook | gaukite outlook | hankige outlook | iegūt outlook | iegūstiet outlook |
  dapatkan outlook | tải outlook | nhận outlook | รับ outlook | קבל את outlook | הורד את outlook |
  الحصول على outlook | دریافت outlook | 获取 outlook | 下載 outlook | 取得 outlook | outlook を入手 | yhteydessä outlook
`);

/** The end of such a signature, in languages in which the verb comes last. */
export const signatureEnds: readonly string[] = list(`
  から送信 | から送信されました | から送信しました | を入手 | を入手する | 에서 보냄 | 에서 보냈습니다 | 에서 전송 | 传送 | 傳送 | 发送 | gönderildi |
  göndərildi | küldve | жіберілді | lähetetty | verzonden | verstuurd | downloaden | से भेजा गया | থেকে পাঠানো |
  থেকে পাঠানো হয়েছে | அனுப்பப்பட்டது | bidalia | outlook'u edinin | outlook letöltése | outlook 다운로드 |
  outlook 받기 | outlook 가져오기
`);
