import { fold } from '../text/words.ts';

/** Month names and their usual short forms in ten languages of Europe, without accents. */
const NAMES: readonly string[] = [
  'january jan januar janner jaenner janvier janv enero ene gennaio gen januari janeiro',
  'february feb februar fevrier fevr fev febrero febbraio februari febr fevereiro fev',
  'march mar marz maerz mrz mars marzo maart mrt marco marts',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio mag mei maj maio',
  'june jun juni juin junio giugno giu junho',
  'july jul juli juillet juil julio luglio lug julho',
  'august aug aout agosto ago augustus augusti',
  'september sep sept septembre septiembre setiembre settembre set setembro',
  'october oct oktober okt octobre octubre ottobre ott outubro',
  'november nov novembre noviembre novembro',
  'december dec dezember dez decembre diciembre dic dicembre dezembro desember',
];

const MONTHS = new Map(NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)));

/** The month (1 to 12) that a word names, in any of the ten languages; null for other words. */
export function monthOf(word: string): number | null {
  return MONTHS.get(fold(word)) ?? null;
}
