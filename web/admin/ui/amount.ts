import { amountFormats, englishMarks } from '../../lib/format/amount.ts';

export const { formatAmount, formatWhole } = amountFormats(englishMarks);
