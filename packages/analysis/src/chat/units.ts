import type { Document } from '../values/document.ts';
import type { Reply } from './reply.ts';

/** A number is half of an answer: `40` of "The bowl holds 40 litres". */

const UNIT =
  /^[ \u00a0]?(?:k?Wh|[kM]W|[kmc]?g|kilos?|[kmc]?m[²³]?|sqm|[mc]?l|lit(?:er|re)s?|gallons?|tonn?e?s?|lbs?|pounds?|ounces?|oz|miles?|(?:kilo|centi|milli)?met(?:er|re)s?|feet|ft|hectares?|ha|acres?|percent|per cent|Prozent|degrees?|°C?|V|volts?|A|dB(?:\(A\))?|Hz|bar|[KMG]B|pages?|copies|years?|months?|weeks?|days?|hours?|minutes?|seconds?|Liter|Jahre?n?|Monate?n?|Wochen?|Tagen?|Stunden?|Minuten|litros?|litri|metri|metros?|ans|mois|semaines?|jours?|heures?|años?|meses|semanas?|días?|anni|mesi|settimane|giorni|jaar|maanden|weken|dagen)(?![\p{L}\d])/u;

/** An answer that is a bare number with the unit that is printed behind it. */
export function withUnit({ source }: Document, reply: Reply): Reply {
  const { found, text } = reply;
  if (
    !found ||
    reply.computed ||
    !/^\d[\d.,]{0,14}$/.test(found.value) ||
    !text.replace(/\.$/, '').endsWith(found.value)
  )
    return reply;
  const unit = UNIT.exec(source.text.slice(found.span.end, found.span.end + 24))?.[0];
  if (!unit || source.text.slice(found.span.start, found.span.end) !== found.value) return reply;
  const end = found.span.end + unit.length;
  const value = source.text.slice(found.span.start, end);
  return {
    ...reply,
    text: text.replace(/\.$/, '').slice(0, -found.value.length) + value,
    found: { value, span: { start: found.span.start, end } },
  };
}
