import type { TransferKind } from '../../ledger/transfer.ts';

const RECEIPT_KINDS: ReadonlySet<string> = new Set<TransferKind>([
	'credit',
	'credit-release',
	'reversal',
	'boost',
	'boost-release',
	'boost-reversal',
	'bounty-release',
	'bounty-reversal',
	'promotion',
	'adjustment-up',
	'adjustment-down',
	'claim-return',
	'withdrawal-paid',
	'import',
	'import-hold',
	'import-reversal',
]);

export const hasReceipt = (kind: string): boolean => RECEIPT_KINDS.has(kind);

type Fact = { kind: string; reference: string };
type Undoing = { end: string; undoneBy: string };

const UNDOING: Readonly<Record<string, Undoing>> = {
	credit: { end: 'credit', undoneBy: 'reversal' },
	'credit-release': { end: 'release', undoneBy: 'reversal' },
	boost: { end: 'boost', undoneBy: 'boost-reversal' },
	'boost-release': { end: 'boost-release', undoneBy: 'boost-reversal' },
	'bounty-release': { end: 'bounty-release', undoneBy: 'bounty-reversal' },
};

export function referenceOfReversal({ kind, reference }: Fact): string | undefined {
	const undoing = UNDOING[kind];
	return undoing && `${stemOf(reference)}${undoing.undoneBy}`;
}

export function reversedFacts({ kind, reference }: Fact): Fact[] {
	return Object.entries(UNDOING)
		.filter(([, { undoneBy }]) => undoneBy === kind)
		.map(([undone, { end }]) => ({ kind: undone, reference: `${stemOf(reference)}${end}` }))
		.reverse();
}

const stemOf = (reference: string): string => reference.replace(/[^/]+$/, '');
