import { ask } from './chat/command.ts';
import { extract } from './extraction/command.ts';
import { invoice } from './invoices/command.ts';
import type { KindCommand } from './kind/kind.ts';
import { receipt } from './receipts/command.ts';
import { statement } from './statements/command.ts';
import { summary } from './summary/command.ts';

/** The commands of the kinds, apart from all else that a kind is: a command line reads them at each of its starts. */
export const KIND_COMMANDS: readonly KindCommand[] = [invoice, receipt, statement, extract, summary, ask];

export type { CommandOption, KindCommand } from './kind/kind.ts';
