import type { ClaimFile } from '../../../contract/admin/claims.ts';
import type { ClaimAnswerKind, ClaimState } from '../../../contract/offerwalls/claims.ts';

export const answersInWords: Record<ClaimAnswerKind, string> = {
	held: 'Reward on hold',
	refused: 'Postback rejected',
	'other-offer': 'Different offer paid',
	'taken-back': 'Reward reversed',
	credited: 'Reward credited',
	'never-arrived': 'Nothing received',
};

export const creditsInWords: Record<ClaimFile['credits'][number]['state'], string> = {
	held: 'On hold',
	credited: 'Credited',
	'taken-back': 'Reversed',
};

export const statesInWords: Record<ClaimState, string> = {
	open: 'Open',
	'asked-partner': 'With the partner',
	settled: 'Settled',
	declined: 'Declined',
};
