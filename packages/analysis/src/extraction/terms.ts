import type { Span } from '../text/source.ts';
import type { Document, Found } from '../values/document.ts';
import { flowOf, foundIn } from './flow.ts';
import { DURATION } from './typed.ts';

/** Lengths of time in agreements: how long they last, what notice ends them, when money is to be paid. */

/** More places than an agreement has; it bounds the work on texts that repeat a phrase. */
const MOST = 200;

/** What stands around the length of a term: in front of it, behind it, and what speaks of something else. */
const BEGINS =
  /^\s{0,3}(?:from|after|following|beginning|commencing|as\s{1,3}of|thereafter,?\s{1,3}from)\s{1,3}(?:and\s{1,3}after\s{1,3})?(?:the\s{1,3}|its\s{1,3}|such\s{1,3}|that\s{1,3}|on\s{1,3}the\s{1,3})?(?:effective\s{1,3}date|date|execution|signing|commencement|receipt|disclosure)/iu;
const LASTS =
  /\b(?:terminates?|expires?|remains?|continues?|effect|force|valid|survives?|binding|governs?|kept?|safeguarded|be)\b/iu;
const SUBJECT =
  /\b(?:agreement|obligations?|commitments|covenants|restrictions|confidentiality|contract|non-disclosure)\b/iu;
const DIRECT =
  /(?:\bterms?\s{1,3}(?:of\s{1,3}(?:this|the)\s{1,3}\p{L}{3,20}\s{1,3})?(?:shall\s{1,3}be|is|will\s{1,3}be|of)(?:\s{1,3}for)?(?:\s{1,3}(?:a|the)\s{1,3}(?:period|term)\s{1,3}of)?|\bterm\s{0,2}[:.]|(?:laufzeit|dauer)\s{1,3}(?:von|beträgt)|(?:durée|duración|durata|durada)\s{1,3}(?:de|di)|\bduur\s{1,3}van)\s{0,3}$/iu;
const PERIOD_OF = /\bperiod\s{1,3}of\s{0,3}$/iu;
const HEADED = /\b(?:terms?|duration|expiration)\s{0,2}[.:–-]\s[^.]{0,200}$/iu;
const ELSEWHERE =
  /\b(?:employ\p{L}{0,6}|compet\p{L}{0,7}|solicit\p{L}{0,6}|hire|notice|cure|standstill|within|prior|previous|last|preceding|next|salary|severance|pay\p{L}{0,6}|renew\p{L}{0,6}|probation|directors?|securities|acquire|vest\p{L}{0,4})\b/iu;
/** What holds while somebody works, or after, is no term of the agreement. */
const OF_WORK = /\b(?:employment|compet(?:e|ing|ition|itive)|solicit\p{L}{0,8}|restricted\s{1,3}period)\b/iu;
const LEAST_POINTS = 4;

/** How long an agreement lasts: the length of time whose words around it speak most clearly of a term. */
export function termOf(document: Document): Found<string> | null {
  const flow = flowOf(document);
  let best: { readonly span: Span; readonly points: number } | null = null;
  for (const match of [...flow.matchAll(DURATION)].slice(0, MOST * 10)) {
    const end = match.index + match[0].length;
    const points = termPoints(flow, match.index, end, match[0]);
    if (points >= LEAST_POINTS && points > (best?.points ?? 0)) best = { span: { start: match.index, end }, points };
  }
  return best ? foundIn(flow, best.span) : null;
}

function termPoints(flow: string, start: number, end: number, duration: string): number {
  const before = flow.slice(Math.max(0, start - 220), start);
  const sentence = before.slice(
    Math.max(0, before.search(/(?<=[.;\n]\s)(?![\s\S]{0,220}[.;]\s\p{Lu})[\s\S]{0,220}$/u)),
  );
  const behind = flow.slice(end, end + 90);
  const rules: readonly (readonly [boolean, number])[] = [
    [DIRECT.test(before), 5],
    [BEGINS.test(behind), 2],
    [SUBJECT.test(sentence), 1],
    [LASTS.test(sentence), 1],
    [/\b(?:terminate|expire|remain|continue|in (?:full force|effect))/iu.test(sentence), 1],
    [PERIOD_OF.test(before), 1],
    [HEADED.test(before), 2],
    [/\bagreement\b/iu.test(sentence), 1],
    [ELSEWHERE.test(sentence.slice(-110)), -4],
    [OF_WORK.test(sentence), -3],
    [
      /^\s{0,3}(?:[’']|prior|notice|after\s{1,3}(?:receipt|such|termination|the\s{1,3}termination)|following\s{1,3}(?:the\s{1,3})?(?:termination|receipt|expiration|end))/iu.test(
        behind,
      ),
      -4,
    ],
    [/(?:days?|hours?|minutes?|tage?n?|jours?|días?|giorni|dagen)$/iu.test(duration), -3],
  ];
  return rules.reduce((sum, [holds, points]) => sum + (holds ? points : 0), 0);
}

const NOTICES = /\b(?:notice(?:\s{1,3}period)?|Kündigungsfrist|préavis|preaviso|preavviso|opzegtermijn)(?![\p{L}])/giu;

/** The notice: a duration behind the word, or right in front of it. */
export function noticePeriod(document: Document): Found<string> | null {
  const flow = flowOf(document);
  for (const match of [...flow.matchAll(NOTICES)].slice(0, MOST)) {
    const from = Math.max(0, match.index - 60);
    const before = [...flow.slice(from, match.index).matchAll(DURATION)].at(-1);
    const gap = before ? match.index - (from + before.index + before[0].length) : 99;
    if (before && gap <= 20)
      return foundIn(flow, { start: from + before.index, end: from + before.index + before[0].length });
    const behind = durationBehind(flow, match.index + match[0].length, 30);
    if (behind) return behind;
  }
  return noticeBeforeVerb(flow);
}

/** `wenn es nicht mit einer Frist von sechs Monaten zum Ende gekündigt wird` */
const BEFORE_VERB =
  /(?:frist von|préavis de|preaviso de|preavviso di|(?:met )?(?:inachtneming van )?een termijn van|notice of)\s/giu;
const ENDED =
  /^[^.;\n]{0,80}(?:(?:ge)?kündig|résili|dénonc|rescind|resoluci|reced|disdett|opgezegd|opzeg|terminat|cancel)/iu;

function noticeBeforeVerb(flow: string): Found<string> | null {
  for (const match of [...flow.matchAll(BEFORE_VERB)].slice(0, MOST)) {
    const at = match.index + match[0].length;
    const found = durationBehind(flow, at, 2);
    if (found && ENDED.test(flow.slice(found.span.end, found.span.end + 120))) return found;
  }
  return null;
}

function durationBehind(flow: string, at: number, reach: number): Found<string> | null {
  const text = flow.slice(at, at + 120);
  const match = [...text.matchAll(DURATION)][0];
  if (!match || match.index > reach || /[.;]\s/.test(text.slice(0, match.index))) return null;
  return foundIn(flow, { start: at + match.index, end: at + match.index + match[0].length });
}

const PAYABLE =
  /(?<!\p{L})(?:payable|due|paid|pay|zahlbar|zahlen|payables?|pagader[oa]s?|pagabil[ei]|betaalbaar|betalen|règlement|paiement)(?!\p{L})[^.;\n]{0,40}?/giu;
const WITHIN = /(?:within|in|innerhalb\s{1,2}von|innerhalb|binnen|à|a|dans\s{1,2}les|dans|en|entro)\s{1,2}$/iu;
const FROM_WHEN =
  /^\s{1,2}(?:of|from|after|nach|ab|fin\s{1,2}de|à\s{1,2}compter\s{1,2}de|desde|dalla?|na|netto|net)\s{1,2}(?:the\s{1,2}|la\s{1,2}|der\s{1,2}|de\s{1,2})?[\p{L}'’]{2,20}/iu;

/** When money is to be paid: "within thirty (30) days of receipt", "à 45 jours fin de mois". */
export function paymentTerms(document: Document): Found<string> | null {
  const flow = flowOf(document);
  for (const match of [...flow.matchAll(PAYABLE)].slice(0, MOST)) {
    const span = durationBehind(flow, match.index + match[0].length, 24)?.span;
    if (!span) continue;
    const lead = WITHIN.exec(flow.slice(Math.max(0, span.start - 24), span.start))?.[0].length ?? 0;
    const tail = FROM_WHEN.exec(flow.slice(span.end, span.end + 60))?.[0].length ?? 0;
    return foundIn(flow, { start: span.start - lead, end: span.end + tail });
  }
  return null;
}
