import { useEffect, useState } from 'react';
import type { OfferHistoryItem } from '../../contract/offerwalls/history.ts';
import { useLiveEvent } from '../lib/calls/clients.tsx';
import { formatAmount } from '../lib/format/amount.ts';
import { m } from '../texts/messages.js';

const SHOWN_MS = 8_000;

/** Shows a new reward in place of the wall's name, because a wall may use every corner. */
export function Arrivals() {
	const [latest, setLatest] = useState<OfferHistoryItem>();
	useLiveEvent((event) => {
		if (event.kind === 'offer') setLatest(event.item);
	});
	useEffect(() => {
		if (!latest) return;
		const timer = setTimeout(() => setLatest(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [latest]);
	return (
		<div role="status" className="pointer-events-none absolute inset-0 grid">
			{latest && (
				<p
					key={latest.id}
					className="arrival flex items-center gap-2 truncate rounded-control bg-stub px-3 text-on-stub"
				>
					<strong className="text-lg figures">{signed(latest.amount)}</strong>{' '}
					<span className="truncate text-sm">{originOf(latest)}</span>
				</p>
			)}
		</div>
	);
}

function signed(amount: number): string {
	return `${amount > 0 ? '+' : ''}${formatAmount(amount)}`;
}

function originOf({ kind, earning_source: source }: OfferHistoryItem): string {
	if (kind === 'reversal') return source === null ? m.earn_taken_back() : m.earn_taken_back_by({ source });
	if (kind === 'pending') return source === null ? m.earn_held() : m.earn_held_from({ source });
	return source === null ? '' : m.earn_from({ source });
}
