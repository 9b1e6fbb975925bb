import { useState } from 'react';
import { useCall } from '../../lib/calls/clients.tsx';
import { markNoticeShown } from '../data-notice.ts';
import type { Offer } from './use-offers.ts';

export type Opening =
	| { kind: 'idle' | 'opening' }
	| { kind: 'failed'; error: unknown }
	| { kind: 'blocked'; url: string };

/** Opens the tab during the tap, because phones block later ones. It navigates once the click is stored. */
export function useOpenOffer(
	{ id, wall_id: wallId }: Pick<Offer, 'id' | 'wall_id'>,
	onOpened: () => void,
): { opening: Opening; open: () => Promise<void> } {
	const call = useCall();
	const [opening, setOpening] = useState<Opening>({ kind: 'idle' });

	async function open(): Promise<void> {
		if (opening.kind === 'opening') return;
		markNoticeShown(wallId);
		const tab = window.open('', '_blank');
		// Stops the partner's page from navigating ours.
		if (tab) tab.opener = null;
		setOpening({ kind: 'opening' });
		try {
			const { url } = await call('openOffer', { id });
			if (tab && !tab.closed) {
				tab.location.replace(url);
				setOpening({ kind: 'idle' });
			} else {
				setOpening({ kind: 'blocked', url });
			}
			onOpened();
		} catch (error) {
			tab?.close();
			setOpening({ kind: 'failed', error });
		}
	}
	return { opening, open };
}
