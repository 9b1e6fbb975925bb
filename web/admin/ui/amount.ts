import { amountFormats } from '../../lib/format/amount.ts';

/** The admin area speaks English in every build. */
export const { formatAmount, formatWhole } = amountFormats('.');
