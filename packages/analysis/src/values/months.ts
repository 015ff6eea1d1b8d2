import { fold } from '../text/words.ts';

/** Month names and their usual short forms, without accents, as dates have them: in the genitive where a language does. */
const NAMES: readonly string[] = [
  'january jan januar janner jaenner janvier janv enero ene gennaio gen januari janeiro ianuarie ian sijecnja sausio janvaris janvari jaanuar januarja tammikuuta tammikuu stycznia ledna januara ianouariou января янв січня јануар јануара януари يناير',
  'february feb februar fevrier fevr fev febrero febbraio februari febr fevereiro fev februarie veljace vasario februaris veebruar februarja helmikuuta lutego unora februara февраля фев лютого фебруар фебруара февруари فبراير',
  'march mar marz maerz mrz mars marzo maart mrt marco marts martie ozujka kovo martsa marta maaliskuuta marca brezna марта березня март مارس',
  'april apr avril avr abril abr aprile aprilie travnja balandzio aprilis aprili aprill aprila huhtikuuta kwietnia dubna апреля апр квітня април априла ابريل',
  'may mai mayo maggio mag mei maj maio svibnja geguzes maijs maija maja toukokuuta kvetna мая травня мај маја маи مايو',
  'june jun juni juin junio giugno giu junho iunie lipnja birzelio junijs junija juuni kesakuuta czerwca cervna juna июня червня јун јуна юни يونيو',
  'july jul juli juillet juil julio luglio lug julho iulie srpnja liepos julijs julija juuli heinakuuta lipca cervence jula июля липня јул јула юли يوليو',
  'august aug aout agosto ago augustus augusti kolovoza augusta rugpjucio augusts augusta avgusta elokuuta sierpnia srpna agustus agst августа авг серпня август اغسطس',
  'september sep sept septembre septiembre setiembre settembre set setembro septembrie rujna rugsejo septembris septembri syyskuuta wrzesnia zari septembra сентября сен вересня септембар септембра септември سبتمبر',
  'october oct oktober okt octobre octubre ottobre ott outubro octombrie oktobris oktobri oktoober oktobra lokakuuta pazdziernika rijna октября окт жовтня октобар октобра октомври اكتوبر',
  'november nov novembre noviembre novembro noiembrie studenoga studenog lapkricio novembris novembri marraskuuta listopadu novembra ноября ноя листопада новембар новембра ноември نوفمبر',
  'december dec dezember dez decembre diciembre dic dicembre dezembro desember decembrie prosinca gruodzio decembris decembri detsember decembra joulukuuta grudnia prosince декабря дек грудня децембар децембра декември ديسمبر',
];

const MONTHS = new Map(NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)));

/** The month (1 to 12) that a word names, in any of these languages; null for other words. */
export function monthOf(word: string): number | null {
  return MONTHS.get(fold(word)) ?? null;
}
