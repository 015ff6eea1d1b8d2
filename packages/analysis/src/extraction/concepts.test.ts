import { describe, expect, it } from 'vitest';
import { CONCEPT_OF, CONCEPTS, faultsOf } from './concepts.ts';

describe('vocabularies', () => {
  it('join the labels of all languages', () => {
    const landlord = CONCEPTS.find(({ id }) => id === 'landlord');
    expect(landlord?.labels).toEqual(expect.arrayContaining(['landlord', 'vermieter', 'bailleur', '出租方']));
    expect(CONCEPT_OF.get('vermieter')).toEqual([landlord]);
  });

  it('are refused for a concept that is not there, an empty label and one that is there twice', () => {
    expect(faultsOf({ landlord: ['lessor'] })).toEqual([]);
    expect(faultsOf({ landlrd: ['lessor'], tenant: ['e mail', 'email', '-'] })).toEqual([
      'There is no concept "landlrd".',
      'tenant: "-" has no letter.',
      'tenant: "email" is there twice.',
    ]);
  });
});
