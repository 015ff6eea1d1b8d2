import type { Document, Found } from '../values/document.ts';
import { proof } from '../verification/fields.ts';
import type { Check } from '../verification/verification.ts';

export function merchantProof(document: Document, merchant: Found<string>): Check | null {
  const top = document.source.lines.printed(3);
  const at = top.findIndex(
    (line) => line.start <= merchant.span.start && merchant.span.start <= line.start + line.text.length,
  );
  return at === 0 ? proof('merchant_in_heading', merchant.value) : null;
}
