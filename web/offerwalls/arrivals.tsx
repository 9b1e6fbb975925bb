import { useState } from 'react';
import type { OfferHistoryItem } from '../../contract/offerwalls.ts';
import { formatAmount } from '../lib/amount.ts';
import { useLiveEvent } from '../lib/clients.tsx';

const SHOWN_MS = 8_000;
const SHOWN_MAX = 3;

/** What arrives while a wall is open, for some seconds, above the wall. Never in the way of a finger. */
export function Arrivals() {
	const [arrived, setArrived] = useState<OfferHistoryItem[]>([]);
	useLiveEvent((event) => {
		if (event.kind !== 'offer') return;
		setArrived((before) => [...before.filter(({ id }) => id !== event.item.id), event.item].slice(-SHOWN_MAX));
		setTimeout(() => setArrived((before) => before.filter((item) => item !== event.item)), SHOWN_MS);
	});
	return (
		<ul
			aria-live="polite"
			className="pointer-events-none absolute inset-x-3 top-17 z-10 grid justify-items-center gap-2 sm:right-4 sm:left-auto sm:justify-items-end"
		>
			{arrived.map((item) => (
				<li
					key={item.id}
					className="max-w-full rounded-control bg-ink px-4 py-2.5 text-sm text-paper floating [overflow-wrap:anywhere]"
				>
					<strong className="mr-1 text-base figures">{signed(item.amount)}</strong> {sentenceEnd(item)}
				</li>
			))}
		</ul>
	);
}

function signed(amount: number): string {
	return `${amount > 0 ? '+' : ''}${formatAmount(amount)}`;
}

function sentenceEnd({ kind, earning_source: source }: OfferHistoryItem): string {
	const from = source === null ? '' : ` from ${source}`;
	if (kind === 'pending') return `on hold${from}`;
	if (kind === 'reversal') return source === null ? 'taken back' : `taken back by ${source}`;
	return from.trim();
}
