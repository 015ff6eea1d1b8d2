import type { Tax } from '../../api/billing.ts';
import { t } from '../../texts/en.ts';

/** What is added to prices, in words. */
export const taxText = ({ name, percent, reverse_charge: isTheirs }: Tax): string =>
  isTheirs ? t.billing.reverseCharge : t.billing.tax(name, percent);
