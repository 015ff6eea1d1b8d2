/** Words without which a sentence says something else: negations, conditions, exceptions, and whose opinion it is. */

const WORDS = `
  no not none nobody nothing never neither nor cannot without hardly barely non
  nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder ohne kaum
  ne pas aucun aucune jamais personne rien ni sans nullement
  ningun ninguno ninguna nunca jamas nadie nada tampoco sin nem nao sem nunca ninguem
  nessun nessuno nessuna mai niente nulla ne senza neppure neanche
  niet geen nooit niemand niets noch zonder
  nie bez nigdy ani nikt nic inte ej ikke aldri aldrig ingen inget ei nem nincs degil yok nu fara
  if unless except excluding until only otherwise provided whether instead rather former formerly
  wenn falls sofern ausser soweit bis nur sonst ob statt anstatt ehemals
  si sauf excepte jusque seulement uniquement sinon moins autrefois
  salvo excepto hasta solo solamente menos antes
  se eccetto tranne fino soltanto altrimenti meno
  als tenzij behalve tot alleen slechts anders mits
  or oder ou oder of o oppure
  false untrue wrong falsch unwahr faux fausse falso falsa onwaar
  allegedly reportedly supposedly claims claim claimed says said say believes believe thinks think denies denied deny doubt
  doubts might maybe perhaps possibly probably unclear disputed refuses refused
  angeblich behauptet behaupten sagt sagte glaubt meint bestreitet bestritten vielleicht moglicherweise wohl wahrscheinlich
  pretend pretendent dit croit pense nie conteste selon peut-etre probablement
  dice dicen cree niega segun quiza quizas posiblemente afferma afferma crede nega secondo forse
  zegt beweert gelooft ontkent misschien waarschijnlijk volgens
`;
const TURNING: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Whether a word, in lower case without accents, turns what a sentence says. */
export function isTurning(word: string): boolean {
  return TURNING.has(word) || /n['\u2019]t$/.test(word) || /^n['\u2019]/.test(word);
}
