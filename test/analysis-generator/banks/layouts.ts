import type { StatementLayout } from '../statements/layout.ts';
import { creditUnionShares, flowingMinus, starredDates } from './american-accounts.ts';
import { cardSections } from './american-cards.ts';
import { datesBelow, grossFeeNet, summaryLine } from './apps.ts';
import { hongKong, japaneseYen, singaporeCurrencies } from './asia.ts';
import { belgianNumbered, dutchFlow } from './benelux.ts';
import { dailyTotals, saldoDoDia } from './brazil.ts';
import { britishCredits, codesAndDays, flowingBalances } from './britain.ts';
import { dayHeadings, yearLines } from './british-savings.ts';
import { canadianDays, newZealand } from './commonwealth.ts';
import { czechBlanks, polishSigned, roubles, wholeForints } from './eastern.ts';
import { commas, markdownColumns, semicolons } from './exports.ts';
import { releve, strayMarks } from './france.ts';
import { secondLineDates } from './german-second-lines.ts';
import { austrianValuta, foreignLines, sollHaben } from './german-speaking.ts';
import { combinado, extracto, newestEuros } from './iberia.ts';
import { indianReferences, summaryBelow } from './india.ts';
import { irishPayments } from './ireland.ts';
import { dareAvere } from './italy.ts';
import { twoBalances } from './mexico.ts';
import { finnishSigns, norwegianColumns, swedishMinus } from './nordic.ts';
import { boxes } from './recognised.ts';
import { twoCards } from './singapore-cards.ts';
import { southAfrica } from './south-africa.ts';
import { swissFlow, swissPost } from './swiss.ts';
import { datesWithTimes, pastedSheet, sollHabenColumns } from './tables.ts';
import { threeColumnChecks } from './united-states.ts';

/** Layouts that were written by someone who had not seen the parser. */
export const BANK_LAYOUTS: readonly StatementLayout[] = [
  threeColumnChecks,
  cardSections,
  codesAndDays,
  britishCredits,
  flowingBalances,
  irishPayments,
  sollHaben,
  foreignLines,
  austrianValuta,
  swissPost,
  releve,
  extracto,
  dareAvere,
  combinado,
  saldoDoDia,
  dutchFlow,
  belgianNumbered,
  swedishMinus,
  norwegianColumns,
  finnishSigns,
  polishSigned,
  czechBlanks,
  indianReferences,
  newZealand,
  canadianDays,
  southAfrica,
  singaporeCurrencies,
  hongKong,
  japaneseYen,
  datesBelow,
  summaryLine,
  grossFeeNet,
  boxes,
  semicolons,
  commas,
  markdownColumns,
  creditUnionShares,
  flowingMinus,
  starredDates,
  yearLines,
  dayHeadings,
  summaryBelow,
  secondLineDates,
  strayMarks,
  newestEuros,
  wholeForints,
  swissFlow,
  dailyTotals,
  datesWithTimes,
  sollHabenColumns,
  twoBalances,
  twoCards,
  roubles,
  pastedSheet,
];
