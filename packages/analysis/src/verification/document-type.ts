import type { Document } from '../values/document.ts';
import { noEffect } from '../values/no-effect.ts';
import { otherTitle, type Title } from '../values/titles.ts';
import { contradiction, type FieldVerification, type FieldVerifications, fieldOf, proof, UNPROVEN } from './fields.ts';

/** Whether a document is of the kind that it is read as. */

/** @param named whether the document shows in another way that it is of this kind, such as by the label of its number */
export function typeField(document: Document, kinds: readonly Title[], named: boolean): FieldVerification {
  const other = otherTitle(document, kinds, named) ?? noEffect(document);
  const [kind = 'invoice'] = kinds;
  if (other !== null) return fieldOf([contradiction('document_type', kind, other)]);
  return named ? fieldOf([proof('document_type', kind)]) : UNPROVEN;
}

/** Nothing is proven of a document of another kind, or of none that is allowed: its values keep their checks. */
export function asOfType(
  type: FieldVerification,
  fields: FieldVerifications,
  allowed: readonly FieldVerification['status'][],
): FieldVerifications {
  if (allowed.includes(type.status)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.status === 'verified' ? { ...field, status: 'unverified' as const } : field,
    ]),
  );
}
