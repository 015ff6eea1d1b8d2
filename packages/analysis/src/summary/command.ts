import type { KindCommand } from '../kind/kind.ts';

export const summary: KindCommand = {
  kind: 'summarize',
  name: 'summary',
  gives: 'the sentences that say most',
  options: {
    length: { member: 'summaryType', placeholder: 'LENGTH', help: 'brief, standard or detailed (default: standard)' },
  },
};
