import { amountFormats, englishMarks } from '../../lib/format/amount.ts';

export const { formatAmount, formatWhole } = amountFormats(englishMarks);

export const formatShare = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)}%`);
