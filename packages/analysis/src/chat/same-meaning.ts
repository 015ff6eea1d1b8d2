import { fold } from '../text/words.ts';
import { stemOf } from './stems.ts';

/** Words that mean the same where a question is compared with a passage: data, one meaning a line. */
const MEANINGS = `
allow allowed allows permit permitted permits permission permissible
fee charge cost costs price
start starts begin begins beginning commence commences commencing commencement
end ends expire expires expiring expiry
terminate termination terminated cancel cancellation cancelled move leave
pay paid payable payment pays paying
pet pets dog dogs cat cats animal animals
smoke smoking smoked
rent rental
salary wage wages
buy bought purchase purchased
car vehicle
employee employees staff personnel employed employs
forbid forbidden prohibit prohibited
deposit security
guest visitor
repair repairs maintenance maintain
owner landlord lessor
renter tenant lessee
boss manager supervisor
holiday vacation
delivery deliver delivered shipping shipped
heavy weight weigh weighs weighing
deep depth
loud noise
wide width
tall height
fast speed
dive dives diving
sublet sublets subletting sublease
erlaubt gestattet zulassig darf
beginn beginnt beginnen anfang anfangt
ende endet enden
kundigen kundigung gekundigt kundigungsfrist
haustier haustiere hund hunde katze katzen tier tiere tierhaltung
miete mietzins
kaution sicherheit mietsicherheit
autorise autorisee permis permise
commence commencement debut debute
permitido permitida autorizado
comienza comienzo inicio inicia empieza
consentito consentita permesso
inizia inizio decorrenza
toegestaan
begint aanvang ingang
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

/** The first meaning of a word counts. */
const BY_STEM: ReadonlyMap<string, string> = new Map(
  MEANINGS.toReversed().flatMap((words) =>
    words.map((word): [string, string] => [stemOf(word), stemOf(words[0] ?? word)]),
  ),
);

/** Of what has one meaning: those of which one is not another. */
const KINDS = new Set('dog dogs cat cats hund hunde katze katzen'.split(' ').map(stemOf));

/** Whether words speak of what a word names: those about all kinds do, those about another kind alone do not. */
export function speaksOf(words: readonly string[], word: string): boolean {
  const [own, meaning] = [stemOf(fold(word)), meaningOf(word)];
  const said = words.filter((one) => meaningOf(one) === meaning).map((one) => stemOf(fold(one)));
  return KINDS.has(own) ? said.some((one) => one === own || !KINDS.has(one)) : said.length > 0;
}

/** Whether words name a thing itself; where it is of a kind, and not all of its kind. */
export function namesItself(words: readonly string[], word: string): boolean {
  const own = stemOf(fold(word));
  return KINDS.has(own) ? words.some((one) => stemOf(fold(one)) === own) : speaksOf(words, word);
}

/** The stem that stands for all words of a meaning; the word's own stem where no other is listed. */
export function meaningOf(word: string): string {
  const stem = stemOf(fold(word));
  return BY_STEM.get(stem) ?? stem;
}
