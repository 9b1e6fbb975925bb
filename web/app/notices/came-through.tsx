import { useEffect, useState } from 'react';
import type { CallResult } from '../../../contract/calls.ts';
import { attempt } from '../../lib/attempt.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { originOfTab } from '../../lib/origin.ts';
import { m } from '../../texts/messages.js';

const COUNTED = 'counted';

/** Stays at the bottom of the window, so that its late arrival moves nothing. */
export function CameThrough() {
	const call = useCall();
	const [partner, setPartner] = useState<CallResult<'noteVisit'>['partner']>();
	useEffect(() => {
		const origin = originOfTab();
		const repeat = Boolean(attempt(() => sessionStorage.getItem(COUNTED)));
		if (repeat && !origin.code) return;
		attempt(() => sessionStorage.setItem(COUNTED, 'yes'));
		call('noteVisit', { ...origin, repeat }).then(
			({ partner }) => setPartner(partner),
			() => {},
		);
	}, [call]);
	if (!partner) return null;
	const { name, landing, is_paid } = partner;
	return (
		<aside aria-label={name} className="sticky bottom-0 z-10 border-t border-line bg-card px-4 py-3 raised sm:px-6">
			<div className="mx-auto max-w-5xl text-sm [overflow-wrap:anywhere]">
				<p className="font-semibold">
					{is_paid ? m.growth_came_through_paid({ name }) : m.growth_came_through({ name })}
				</p>
				<p className="max-h-24 overflow-y-auto whitespace-pre-line text-soft">{landing}</p>
			</div>
		</aside>
	);
}
