import { STOP_WORDS } from '../text/stop-words.ts';
import { fold, wordsOf } from '../text/words.ts';
import { scanAmounts } from '../values/amounts.ts';
import { type DateToken, scanDates } from '../values/dates.ts';

/** What a question asks for, in six languages: a sum, a number of things, a day, a person, a place, a length, yes or no. */

export type Asked = 'amount' | 'count' | 'date' | 'person' | 'place' | 'duration' | 'yes' | 'thing';

export interface Question {
  readonly text: string;
  /** Lower case, without accents. */
  readonly words: readonly string[];
  readonly asked: Asked;
  /** The words that say what it is about. */
  readonly subject: readonly string[];
  /** The words of names: what begins with a capital behind "from" and the like. */
  readonly names: readonly string[];
  readonly dates: readonly DateToken[];
  /** Numbers that are no part of a date. */
  readonly numbers: readonly number[];
  readonly extreme: 'largest' | 'smallest' | null;
  readonly limit: 'over' | 'under' | null;
  /** Whether all are to be added up. */
  readonly sum: boolean;
}

const ASKED: readonly (readonly [Asked, RegExp])[] = [
  [
    'duration',
    /^(?:.{0,20} )?(?:how long|wie lange?|combien de temps|quelle (?:est la )?duree|cuanto (?:tiempo|dura)|quanto (?:tempo|dura)|hoe lang)(?: |$)/,
  ],
  [
    'count',
    /^(?:.{0,24} )?(?:how many|number of|wie viele|wieviele|combien d[e ]|cuant[ao]s|quant[ie]|hoeveel (?!kost|is |bedraagt|moet))/,
  ],
  [
    'amount',
    /^(?:.{0,24} )?(?:how much|how high|what .{0,40}(?:cost|price)|wie viel|wieviel|wie hoch|was kostet|was kosten|combien|quel(?:le)? (?:est|etait) (?:le|la) (?:prix|montant|somme)|cuanto|quanto|hoeveel|wat kost|wat kosten)(?: |$)/,
  ],
  [
    'date',
    /^(?:.{0,16} )?(?:when|what (?:date|day)|which (?:date|day)|wann|welches datum|an welchem tag|quand|quelle date|quel jour|cuando|que dia|quando|che giorno|in che data|wanneer|welke datum)(?: |$)/,
  ],
  [
    'person',
    /^(?:.{0,12} )?(?:who|whom|whose|wer|wen|wem|wessen|qui|quien|quienes|chi|aan wie|van wie|wie (?:is|zijn|heeft|was))(?: |$)/,
  ],
  [
    'place',
    /^(?:.{0,12} )?(?:where|wo|wohin|woher|ou (?:est|se|sont|dois|puis|faut|travaille)|donde|adonde|dove|waar|waarheen)(?: |$)/,
  ],
  [
    'yes',
    /^(?:and |und |et |y |e |en )?(?:is|are|was(?! (?:ist|war|wurden?|kostete?n?|hat|haben|sind|steht|wird|muss|kann|soll|gibt|passiert|macht|bedeutet|ich|man) )|were|has|have|had|does|do|did|can|could|may|will|must|should|ist|sind|war|hat|haben|kann|darf|wird|muss|gibt|est|sont|a t il|y a t il|peut|puis|esta|estan|hay|puede|tiene|puedo|ha|c e|puo|zijn|heeft|kan|mag|moet) /,
  ],
];
const LARGEST =
  /(?<!\p{L})(?:largest|biggest|(?:la|le) plus gros(?:se)?|highest|most expensive|greatest|maximum|costliest|dearest|teuerste[nrs]?|grosste[nrs]?|hochste[nrs]?|(?:la|le) plus (?:chere?|grande?|eleve|elevee)|mas (?:car[oa]|grande|alt[oa])|mayor|piu (?:car[oa]|grande|alt[oa])|maggiore|duurste|grootste|hoogste)(?!\p{L})/u;
const SMALLEST =
  /(?<!\p{L})(?:smallest|cheapest|lowest|least expensive|minimum|gunstigste[nrs]?|billigste[nrs]?|kleinste[nrs]?|niedrigste[nrs]?|(?:la|le) moins chere?|(?:la|le) plus petite?|mas (?:barat[oa]|pequen[oa])|menor|meno car[oa]|piu (?:piccol[oa]|economic[oa])|minore|goedkoopste|laagste)(?!\p{L})/u;
const OVER =
  /(?<!\p{L})(?:over|above|more than|greater than|exceed\p{L}{0,3}|at least|larger than|uber|mehr als|grosser als|plus de|superieure?s? a|mas de|superiores? a|mayores? (?:de|que)|piu di|oltre|superiori a|meer dan|boven|hoger dan)(?!\p{L})/u;
const UNDER =
  /(?<!\p{L})(?:under|below|less than|smaller than|at most|unter|weniger als|kleiner als|moins de|inferieure?s? a|menos de|inferiores? a|menores? (?:de|que)|meno di|sotto|inferiori a|minder dan|onder|lager dan)(?!\p{L})/u;
const SUM =
  /(?<!\p{L})(?:sum|in total|total (?:of|des|de|der|dei|delle|degli|van)|altogether|total of|add up|all (?:credits|debits|payments|deposits|withdrawals|items)|overall|insgesamt|zusammen|summe|au total|en tout|somme|en total|suma|in tutto|in totale|somma|totaal|bij elkaar|som)(?!\p{L})/u;

const SUMMING = new Set('altogether overall insgesamt zusammen tout totale totaal complessivamente'.split(' '));

/** Words that ask and do not say what about; on top of the words that say little anywhere. */
const ASKING = new Set(
  (
    'much many long far high low old often please tell show give say says said said find know need want get got did does done document text file page ' +
    'there here just only also still ever yet kind type sort some no yes not ok hi hello thanks thank one ones thing things ' +
    'wie viel viele wieviel hoch lange lang gross lautet lauten heisst welche welcher welches welchen welchem gibt bitte sagen zeigen dokument ich mir mein meine muss kann soll ' +
    'combien quel quelle quels quelles est quoi dis donne montre document y a t il je mon ma mes dois peut ' +
    'cuanto cuanta cuantos cuantas cual cuales que donde dime muestra documento hay mi puedo debo cuesta cuestan ' +
    'quanto quanta quanti quante quale quali che cosa dimmi mostra documento c e mio mia devo posso costa costano qual ' +
    'hoeveel welke welk wat hoe geef toon document er ik mijn moet kan kost kosten is ' +
    'gets given gave got goes faut fallait doit debe deve moeten findet statt stattfinden stattfindet stattgefunden happens happen happened passiert bedraagt bedragen betragt betragen geschieht should would could must see use make take want like give been being ont ete avait avoir etre fait faire sido fue fueron han ser estar stato stata stati sono hanno essere wurde wurden werd werden worden wordt gewesen worden hatte hat waren gab ' +
    'mean means meaning bedeutet bedeuten signifie significa betekent ' +
    'cost costs price coute coutent coutait prix kostet kosten preis precio prezzo prijs worth'
  ).split(' '),
);

/** Of these, what asks only behind `how`: "the old charge" is another one than the charge. */
const DEGREES = new Set(['long', 'far', 'high', 'low', 'old']);

const NAMED =
  /(?<!\p{L})(?:from|at|of|by|on the|chez|da|dal|presso|bij|en|bei|von|de|in)\s((?:\p{Lu}[\p{L}\p{N}.&'’/()-]{1,30}|&)(?:\s(?:\p{Lu}[\p{L}\p{N}.&'’/()-]{0,30}|&|\([\p{L}]{1,6}\))){1,8})/gu;

export function readQuestion(text: string): Question {
  const words = wordsOf(text.replace(/['’]s\b/g, '')).map((word) => word.key);
  const flat = words.join(' ');
  const dates = scanDates(text, { partial: true, order: 'dmy' });
  const numbers = scanAmounts(text)
    .filter((amount) => !dates.some((date) => amount.start < date.end && date.start < amount.end))
    .map((amount) => amount.value);
  return {
    text,
    words,
    asked: ASKED.find(([, pattern]) => pattern.test(flat))?.[0] ?? 'thing',
    subject: words.filter(
      (word, at) =>
        word.length > 1 &&
        !STOP_WORDS.has(word) &&
        !(ASKING.has(word) && !(DEGREES.has(word) && words[at - 1] !== 'how')) &&
        !SUMMING.has(word),
    ),
    names: [...text.matchAll(NAMED)].flatMap((match) => wordsOf(match[1] ?? '').map((word) => word.key)),
    dates,
    numbers,
    extreme: LARGEST.test(flat) ? 'largest' : SMALLEST.test(flat) ? 'smallest' : null,
    limit: OVER.test(flat) ? 'over' : UNDER.test(flat) ? 'under' : null,
    sum: SUM.test(flat),
  };
}

const FOLLOWS =
  /^(?:and|but|so|or|what about|how about|und|aber|wie ist es mit|et|mais|y|pero|e|ed|ma|en|maar|hoe zit het met)(?: |$)/;
const POINTS_BACK =
  /(?:^| )(?:it|its|that|this|they|them|their|he|she|his|her|those|these|es|er|sie|ihn|das|davon|il|elle|ils|ce|cela|lui|eso|este|ello|esso|questo|lei|lui|het|hij|zij|dat|die)(?: |$)/;

/**
 * A question that goes on from the one before: "and when is it due?" asks about what that one was about, "and the
 * draft?" asks the same of another thing.
 */
export function followUp(question: Question, before: string | undefined): Question {
  if (!before) return question;
  const flat = question.words.join(' ');
  const follows = FOLLOWS.test(flat);
  if (
    !follows &&
    !(question.subject.length === 0 && question.asked !== 'thing') &&
    !(POINTS_BACK.test(flat) && question.subject.length <= 1)
  )
    return question;
  const last = readQuestion(before);
  if (question.asked === 'thing' && question.subject.length > 0)
    return { ...question, asked: last.asked === 'yes' ? 'thing' : last.asked, extreme: question.extreme ?? null };
  // What the question before was about is only needed where this one names nothing itself.
  return question.subject.length === 0
    ? { ...question, subject: last.subject, words: [...question.words, ...last.subject] }
    : question;
}

const HEAD =
  /(?:which|what|how many|welche[rsnm]?|wie viele|quel(?:le)?s?|combien d[e'’]|qu[eé]|cu[aá]nt[ao]s|cu[aá]l|qual[ei]?|quant[ie]|welke?|hoeveel)\s{0,3}(\p{L}{3,30})/iu;

/** The thing that a question asks for: the university of "which university". */
export function headNoun(question: Question): string | null {
  const word = HEAD.exec(question.text)?.[1];
  return word ? fold(word) : null;
}
