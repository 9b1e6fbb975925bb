import { amountFormats, inThousands } from '../../lib/format/amount.ts';

/** The admin area speaks English in every build. */
export const { formatAmount, formatWhole } = amountFormats('.');

/** `21,286`: of people, rows and the like. */
export const formatCount = (count: number): string => inThousands(count);
