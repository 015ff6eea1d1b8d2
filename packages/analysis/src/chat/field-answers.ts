import { startDate } from '../extraction/agreements.ts';
import { CONCEPTS } from '../extraction/concepts.ts';
import { fieldName } from '../extraction/field-name.ts';
import { customFields } from '../extraction/fields.ts';
import { contactsRead } from '../extraction/known-fields.ts';
import type { ValueType } from '../extraction/typed.ts';
import { findPhrases, type Phrases, phrases, wordsOf } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { headNoun, type Question } from './question.ts';
import type { Reply } from './reply.ts';
import { sameWord } from './stems.ts';
import { isDay } from './sure.ts';

/** Questions that a field answers: what a document calls the "governing law", the "deposit", the "tenant". */

/** What questions say for a field, beside its labels. */
const ASKED_AS: Phrases<string> = phrases({
  governing_law: `
      which law, law governs, what law, governed by, welches recht, recht gilt, quelle loi, quel droit, loi s
      applique, droit s applique, que ley, ley se aplica, ley rige, quale legge, legge si applica, welk recht, recht
      is van toepassing`,
  term: `
      how long does the contract, how long does the agreement, how long is the contract, how long is the agreement,
      how long is the lease, contract last, agreement last, lease last, wie lange lauft, wie lange dauert der vertrag,
      wie lange gilt, combien de temps dure, duree du contrat, cuanto dura, quanto dura, hoe lang loopt, hoe lang
      duurt`,
  effective_date: `
      agreement start, contract start, lease start, agreement begin, contract begin, take effect, takes effect, come
      into force, come into effect, i start, does it start, start work, vertrag beginnt, beginnt der vertrag, beginnt
      das, mietverhaltnis, in kraft, entre en vigueur, prend effet, prend il effet, prend t il effet, contrat
      commence, commence le contrat, contrat debute, entra en vigor, comienza el contrato, empieza el contrato, inizia
      il contratto, entra in vigore, begint de, gaat in, treedt in`,
  end_date: `
      expire, expires, when does it end, contract end, agreement end, policy end, lauft ab, endet, wann endet, expire
      t il, prend fin, se termine, termina, cuando termina, caduca, quando finisce, eindigt, loopt af, verloopt`,
  notice_period: `
      terminate, terminated, cancel the, cancelled, notice to, kundigen, gekundigt, resilier, resilie, rescindir,
      recedere, disdire, opzeggen, opgezegd`,
  parties: `
      who are the parties, parties to, between whom, vertragsparteien, wer sind die parteien, quelles sont les
      parties, qui sont les parties, quienes son las partes, chi sono le parti, wie zijn de partijen`,
  signatory: `
      who signed, signed it, signed by, wer hat unterschrieben, unterschrieben, unterzeichnet, qui a signe, quien
      firmo, quien firma, chi ha firmato, wie heeft ondertekend`,
  sender: `
      who wrote, who sent, who is it from, wrote the letter, sent the letter, wer hat geschrieben, brief geschrieben,
      wer hat geschickt, von wem, qui a ecrit, qui a envoye, quien escribio, quien envio, chi ha scritto, chi ha
      inviato, wie heeft geschreven, wie heeft gestuurd`,
  recipient: `
      addressed to, to whom, who received, received it, who is it for, letter addressed, an wen, gerichtet, wer hat
      erhalten, a qui, adresse a, a quien, dirigida a, a chi, indirizzata a, aan wie, gericht aan`,
  due_date: `
      betaald zijn, betaald worden, bezahlt sein, bezahlt werden, be paid, etre payee, etre paye, pagarse, essere
      pagata, essere pagato, when is it due, due date, fallig, wann fallig, echeance, vence, cuando vence, scade,
      quando scade, vervalt, pay by`,
  payment_date: `
      when was it paid, paid on, wann bezahlt, wurde bezahlt, quand a t il ete paye, cuando se pago, quando e stato
      pagato, wanneer betaald`,
  payment_method: `
      how is it paid, how to pay, how do i pay, how was it paid, wie wird bezahlt, wie zahlt man, wie wurde bezahlt,
      comment payer, comment paye t on, como se paga, come si paga, hoe wordt betaald, hoe betaal`,
  iban: 'which account, welches konto, auf welches konto, quel compte, que cuenta, quale conto, welke rekening',
  salary: 'how much do i earn, verdiene ich, earn, gagne, gano, guadagno, verdien',
  manager: 'report to, reports to, my boss, vorgesetzter',
  period: `
      which period, what period, welcher zeitraum, welchen zeitraum, quelle periode, que periodo, quale periodo, welke
      periode, period does it cover`,
  birth_date: 'when was she born, when was he born, was born, born, geboren, nee, ne le, nacio, nato, nata',
  warranty: 'how long is the warranty',
  validity:
    'valid for, how long is it valid, valable, est il valable, gultig ist, wie lange gultig, valido, valida, geldig',
  area: `
      how big is the, how large is the, wie gross ist die, quelle est la surface, cuantos metros, quanti metri, hoe
      groot is`,
  vendor:
    'who issued, issued the invoice, wer hat ausgestellt, qui a emis, quien emitio, chi ha emesso, wie heeft uitgereikt',
  customer: 'who received the invoice, who has to pay, billed to, an wen ging die rechnung',
});
const LABELS: Phrases<string> = phrases(
  Object.fromEntries(
    CONCEPTS.map((concept) => [
      concept.id,
      concept.labels.filter(
        (label) =>
          label.length >= 3 &&
          !/^(?:net|amount|sum|due|by|from|to|order|start|date|data|datum|fecha|dated|total|betrag|ende?|nom|nome|nombre|naam|name|price|prix|preis|precio|prezzo|prijs|company|function|role|title|position|law|re|ref|bank|signed|sales|paid|length|period|contact|address|adresse|via|mail)$/.test(
            label,
          ),
      ),
    ]),
  ),
);
/** Names of fields in an answer. */
const NAMES: ReadonlyMap<string, string> = new Map(CONCEPTS.map(({ id }) => [id, id.replaceAll('_', ' ')]));

/** Who did it: what the verb of a question for a person means. */
const BY_VERB: readonly (readonly [RegExp, string])[] = [
  [/(?:^who .{1,40} for$|(?<!\p{L})(?:fur wen|pour qui|para quien|per chi|voor wie)(?!\p{L}))/u, 'recipient'],
  [/(?<!\p{L})(?:signed|unterschrieben|unterzeichnet|signe|firmo|firmado|firmato|ondertekend)(?!\p{L})/u, 'signatory'],
  [
    /(?<!\p{L})(?:sent|send|wrote|written|geschickt|gesendet|geschrieben|verschickt|envoye|ecrit|envio|enviado|escribio|escrito|inviato|scritto|gestuurd|verstuurd|geschreven)(?!\p{L})/u,
    'sender',
  ],
  [/(?<!\p{L})(?:issued|ausgestellt|emis|emitio|emesso|uitgereikt)(?!\p{L})/u, 'vendor'],
  [
    /(?<!\p{L})(?:received?|addressed|erhalten|bekommen|gerichtet|recu|adressee?|recibio|recibido|dirigida|ricevuto|indirizzata|ontvangen|gericht)(?!\p{L})/u,
    'recipient',
  ],
];
/** Fields that are no answer to a question of a kind: a sum does not say how many. */
const UNFIT: Readonly<Partial<Record<Question['asked'], readonly ValueType[]>>> = {
  count: ['code', 'money', 'date', 'party', 'email', 'phone', 'address', 'iban'],
  amount: ['date', 'party', 'email', 'phone', 'address', 'iban', 'duration', 'code'],
  date: ['code', 'money', 'party', 'email', 'phone', 'address', 'iban', 'duration', 'measure'],
  person: ['code', 'money', 'date', 'duration', 'measure', 'iban', 'percent'],
  duration: ['code', 'money', 'date', 'party', 'email', 'phone', 'iban'],
};
const TYPE_OF: ReadonlyMap<string, ValueType> = new Map(CONCEPTS.map(({ id, type }) => [id, type]));
/** A question with more words than these beside the name of a field is about more than the field. */
const MOST_OTHER_WORDS = 2;

/** The field that a question names, by the longest of its phrases. */
export function conceptAsked(question: Question): {
  readonly concept: string | null;
  readonly words: readonly string[];
} {
  const words = wordsOf(question.text);
  const verb =
    question.asked === 'person' ? BY_VERB.find(([pattern]) => pattern.test(question.words.join(' '))) : undefined;
  if (verb) return { concept: verb[1], words: question.subject };
  const asked = findPhrases(words, ASKED_AS).at(0);
  if (asked)
    return { concept: asked.value, words: words.slice(asked.word, asked.word + asked.length).map((word) => word.key) };
  const named = findPhrases(words, LABELS);
  const head = headNoun(question);
  const longest = named.reduce<(typeof named)[number] | null>(
    (best, one) => (best === null || one.end - one.start > best.end - best.start ? one : best),
    null,
  );
  if (!longest) return { concept: null, words: [] };
  const own = words.slice(longest.word, longest.word + longest.length).map((word) => word.key);
  // "Which courts have jurisdiction" asks for courts.
  if (head && question.subject.includes(head) && !own.some((word) => sameWord(word, head)))
    return { concept: null, words: [] };
  return { concept: longest.value, words: own };
}

export function fromConcept(document: Document, question: Question): Reply | null {
  const { concept, words } = conceptAsked(question);
  if (!concept || UNFIT[question.asked]?.includes(TYPE_OF.get(concept) ?? 'text')) return null;
  const reached = ['email', 'phone', 'address'].includes(TYPE_OF.get(concept) ?? '');
  if (reached && namesSomebody(question)) return null;
  const others = question.subject.filter((word) => !words.some((own) => sameWord(own, word)));
  if (others.length > MOST_OTHER_WORDS) return null;
  // Yes or no needs more than the value of a field that the question also names.
  if (question.asked === 'yes' && question.subject.some((word) => !words.includes(word))) return null;
  const begins = concept === 'effective_date' && STARTING.test(question.words.join(' ')) ? startDate(document) : null;
  const found = begins ?? customFields(document, [concept]).get(concept) ?? null;
  if (!found || !suits(found.value, question)) return null;
  const text = `${capital(NAMES.get(concept) ?? concept)}: ${found.value}`;
  return others.length > 0 ? { text, found, loose: true } : { text, found };
}

const STARTING =
  /(?<!\p{L})(?:start\p{L}{0,3}|begin\p{L}{0,4}|commenc\p{L}{1,4}|beginnt|anfang|debut\p{L}?|comienza|empieza|inizia|begint)(?!\p{L})/u;

/** Money, which tells no length of time. */
const IS_SUM =
  /^\s{0,3}(?:[€$£¥]|(?:EUR|USD|GBP|CHF)(?!\p{L}))?\s?\d[\d.,' ]{0,20}\s?(?:[€$£¥]|(?:EUR|USD|GBP|CHF)(?!\p{L}))?\s{0,3}$/u;

/** A date for when, a number for how much. */
function suits(value: string, question: Question): boolean {
  // `Payment received Jan 28`: a number alone is no day.
  if (question.asked === 'date' && /^\W{0,3}\d{1,3}\W{0,3}$/.test(value)) return false;
  if (['amount', 'count', 'date', 'duration'].includes(question.asked))
    return question.asked === 'duration' ? !IS_SUM.test(value) : /\d/.test(value);
  if (question.asked === 'place') return /\p{Lu}|\d/u.test(value) && !isDay(value);
  return question.asked !== 'person' || /\p{L}{2}/u.test(value);
}

const EMAIL = /(?<!\p{L})(?:e ?mails?|mail address|courriel|correo|posta elettronica)(?!\p{L})/u;
const PHONE =
  /(?<!\p{L})(?:phone|telephone|tel|call|telefon\p{L}{0,6}|telefoon\p{L}{0,6}|mobile|handy|rufnummer|number of|numero de tel\p{L}{0,6})(?!\p{L})/u;
const ADDRESS = /(?<!\p{L})(?:address|adresse|anschrift|direccion|indirizzo|adres|located|office|where)(?!\p{L})/u;

/** How a person or a firm that the question names can be reached. */
export function fromContacts(document: Document, question: Question, named: boolean): Reply | null {
  const flat = question.words.join(' ');
  const member = EMAIL.test(flat) ? 'email' : PHONE.test(flat) ? 'phone' : ADDRESS.test(flat) ? 'address' : null;
  if (!member) return null;
  const contacts = contactsRead(document).filter((contact) => contact[member] !== null);
  const points = (texts: readonly (Found<string> | null)[]) =>
    question.subject.filter((word) =>
      texts.some((text) => text && wordsOf(text.value).some((own) => sameWord(own.key, word))),
    ).length;
  const scored = contacts.map((contact) => ({
    contact,
    points: points([contact.name, contact.organization, contact.address]),
  }));
  const best = scored.reduce<(typeof scored)[number] | null>(
    (top, one) => (top === null || one.points > top.points ? one : top),
    null,
  );
  if (!best || (best.points === 0 && (named || member === 'address' || namesSomebody(question)))) return null;
  const found = best.contact[member];
  return found ? { text: `The ${TERMS[member]} is ${found.value}.`, found } : null;
}

const TERMS = { email: 'e-mail address', phone: 'telephone number', address: 'address' } as const;

/** Words that begin with a capital inside of the question are names. */
function namesSomebody(question: Question): boolean {
  return (
    /\S\s{1,3}(?!I\b|E-|IBAN|VAT)\p{Lu}\p{Ll}{2,}/u.test(question.text) &&
    !/[äöüß]|(?:wie|wer|was|wann|ist|der|die|das)\s/iu.test(question.text)
  );
}

/** All the words of the question are a label: "tax code", not "tax". */
export function fromWholeLabel(document: Document, question: Question): Reply | null {
  if (question.subject.length < 2 || question.subject.length > 4 || question.asked === 'yes') return null;
  const name = question.subject.join(' ');
  const found = customFields(document, [name]).get(name) ?? null;
  return found && suits(found.value, question) ? { text: `${capital(name)}: ${found.value}`, found } : null;
}

const MOST_NAMES = 40;

/** "What is the policy number?" finds the line `Policy number: …`. */
export function fromLabel(document: Document, question: Question): Reply | null {
  const words = question.subject;
  const names: string[] = [];
  for (let length = Math.min(4, words.length); length >= 1; length -= 1) {
    for (let start = 0; start + length <= words.length && names.length < MOST_NAMES; start += 1)
      names.push(words.slice(start, start + length).join(' '));
  }
  const fields = customFields(
    document,
    names.filter((name) => name.length >= 3),
  );
  for (const [name, found] of fields) {
    if (!found || name.split(' ').length * 2 <= words.length || !suits(found.value, question)) continue;
    if (UNFIT[question.asked]?.includes(fieldName(name).type)) continue;
    if (words.length > 1 && name.split(' ').length === 1 && question.asked === 'yes') continue;
    return { text: `${capital(name)}: ${found.value}`, found };
  }
  return null;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
