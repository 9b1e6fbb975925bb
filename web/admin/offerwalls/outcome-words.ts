import type { postbackOutcomes } from '../../../contract/admin/lists.ts';
import { idInWords } from '../ui/in-words.ts';

const labels: Partial<Record<(typeof postbackOutcomes)[number], string>> = {
	capped: 'Reversal capped',
	replayed: 'Duplicate',
	waiting: 'Waiting for credit',
	held: 'On hold',
	zero: 'Zero reward',
	'screen-out': 'Screened out',
	'switched-off': 'Offerwall off',
	'not-understood': 'Unexpected format',
};

export const outcomeInWords = (outcome: string): string => labels[outcome as keyof typeof labels] ?? idInWords(outcome);
