/** Words that say little by themselves, in English, German, French, Spanish, Italian and Dutch; without accents. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its ' +
    'me my no not of on or our she so such than that the their them then there these they this to under up was we were what ' +
    'when where which who whom whose why will with would you your any all also may shall must about please tell show give ' +
    'der die das den dem des ein eine einer eines einem einen und oder aber ist sind war waren wird werden mit von zu zum zur ' +
    'im am auf fur bei aus nach nicht sich auch als wie es er sie wir ihr ihre sein seine dass durch uber was wer wann wo ' +
    'le la les un une des du de et ou est sont etait avec pour par dans sur au aux que qui ne pas se ce cette ces il elle nous ' +
    'vous leur quel quelle quels quand combien el los las una unos y o es son con por para en del al que se no su sus lo como ' +
    'cual cuando cuanto i gli lo della delle dei degli e sono con per nel nella che non si suo sua quale quando quanto di da ' +
    'het een en of is zijn was met voor van in op te dat die niet ook als aan er naar bij wat wie waar welke hoeveel deze dit'
  ).split(' '),
);
