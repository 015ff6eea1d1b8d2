import { describePages } from './long-pages.ts';

// Lengths beside those of pages.test.ts, which break one row earlier or later, and longer ones.
describePages({
  ledger: [15, 16, 28, 29, 300],
  wordy: [7],
  rows: [1, 9, 100],
  items: [14, 15, 17],
  paragraphs: [5, 6, 8],
  reports: [0, 5, 6, 11],
});
