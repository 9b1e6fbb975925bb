import type { ClaimAnswerKind, ClaimState } from '../../../contract/offerwalls/claims.ts';

export const answersInWords: Record<ClaimAnswerKind, string> = {
	held: 'It is held',
	refused: 'It was refused',
	'other-offer': 'Another offer was paid',
	'taken-back': 'It was taken back',
	credited: 'It was credited',
	'never-arrived': 'Nothing arrived',
};

export const statesInWords: Record<ClaimState, string> = {
	open: 'Open',
	'asked-partner': 'With the partner',
	settled: 'Settled',
	declined: 'Declined',
};
