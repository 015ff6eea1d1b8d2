import { fold } from '../text/words.ts';

/** Days of the week as they stand beside dates, and what day of the week a date is. */

/** Sunday first, as the calendar of JavaScript counts; without accents. Short forms that are words too, such as `do` and `di`, or months, such as `mar`, are left out. */
const NAMES: readonly string[] = [
  'sunday sun sonntag dimanche domingo domenica zondag sondag niedziela 日 日曜日 星期日 周日',
  'monday mon montag lundi lun lunes lunedi maandag segunda mandag poniedzialek 月 月曜日 星期一 周一',
  'tuesday tue tues dienstag mardi martes martedi dinsdag terca tirsdag tisdag wtorek 火 火曜日 星期二 周二',
  'wednesday wed mittwoch mercredi miercoles mie mercoledi woensdag quarta onsdag sroda 水 水曜日 星期三 周三',
  'thursday thu thur thurs donnerstag jeudi jeu jueves jue giovedi gio donderdag quinta torsdag czwartek 木 木曜日 星期四 周四',
  'friday fri freitag vendredi ven viernes vie venerdi vrijdag sexta fredag piatek 金 金曜日 星期五 周五',
  'saturday sat samstag samedi sam sabado sab sabato zaterdag lordag sobota 土 土曜日 星期六 周六',
];

const DAYS = new Map<string, number>();
for (const [day, names] of NAMES.entries()) for (const name of names.split(' ')) DAYS.set(name, day);

/** 0 for Sunday to 6 for Saturday; null for a word that names no day. */
export function weekdayOf(word: string): number | null {
  return DAYS.get(fold(word)) ?? null;
}

/** The day of the week of `YYYY-MM-DD`. */
export const weekdayOfDate = (iso: string): number => new Date(`${iso}T00:00:00Z`).getUTCDay();
