import { fold } from '#contract/bugs/search.ts';

/** Words that say nothing about the subject of a bug, in English and German. They are folded and have at least three letters. */
const english = `
about above after again against ago all almost alone along already also although always among and another any anybody
anyone anything anyway are aren around ask asked back because been before began behind being believe below best better
between both but came can cannot cause causes certain come comes could couldn current currently day days did didn different
does doesn doing don done down due during each either else enough etc even ever every everyone everything example expect
expected expects far few find fine first follow following for found from full further gave get gets getting give given
gives goes going gone good got had happen happened happening happens has hasn have haven having hello help her here his
hope how however idea instead into isn issue issues its itself just keep keeps kind know known last later latest least
less let like likely little long longer look looks lot made make makes making many may maybe mean means might more most
much must myself near need needed needs neither never next nice none nor not nothing now occur occurs often once one ones
only onto other others otherwise our out over own perhaps please possible problem problems probably properly put quite
rather really reason report reported reproduce result right said same saw say says second see seem seems seen several
shall should shouldn show showing shown shows simple simply since some somehow someone something sometimes somewhere soon
sort steps still such sure take takes tell than thank thanks that the their them then there these they thing things think
this those though three through thus time times too took tried tries try trying two under unless until upon use used user
users uses using usual usually very via want wanted wants was wasn way ways well went were weren what when where whether
which while who whole why will wish with within without won wont word would wouldn wrong yes yet you your bug bugs work
works working worked fails failed actual behavior behaviour description`;

const german = `
aber alle allem allen aller alles als also andere anderen auch auf aus bei beim bin bis bitte bloß dabei dadurch dafür
dagegen daher damit danach dann daran darauf daraus darf das dass davon dazu dein dem den denn der des deshalb dessen
die dies diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines einfach einmal erst erste
etwa etwas euch fehler fest funktioniert für ganz gar geht gibt hab habe haben hat hatte hatten hier hin hinter ich ihm
ihn ihr ihre ihrem ihren immer ins ist jede jedem jeden jeder jedes jedoch jetzt kam kann kein keine keinem keinen keiner
können könnte lässt macht machen man mehr mein meine mit muss müssen nach nachdem neu nicht nichts noch nun nur oben oder
ohne problem schon sehr sein seine seit selbst sich sie siehe sind soll sollte sollten sonst statt trotzdem über und uns
unter viel vom von vor wann war waren warum was weil weiter welche welcher wenn wer werden wie wieder will wir wird wirklich
wissen wollen worden wurde wurden zum zur zwar zwischen zeigt gezeigt`;

export const stopWords: ReadonlySet<string> = new Set(fold(`${english} ${german}`).trim().split(/\s+/));
