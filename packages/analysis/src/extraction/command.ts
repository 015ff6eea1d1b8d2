import type { KindCommand } from '../kind/kind.ts';

export const extract: KindCommand = {
  kind: 'extract-data',
  name: 'extract',
  gives: 'contacts, dates, amounts, tables and labeled values',
  options: {
    field: {
      member: 'customFields',
      placeholder: 'NAME',
      help: 'a value to look for',
      several: true,
      implies: { extractionType: 'custom' },
    },
  },
};
