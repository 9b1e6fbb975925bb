import { amountFormats } from '../../lib/format/amount.ts';

export const { formatAmount, formatWhole } = amountFormats('.');
