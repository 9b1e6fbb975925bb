import { Fragment } from 'react';
import { DAY_MS } from '../../../contract/durations.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { inThousands } from '../../lib/format/formats.ts';
import { Badge } from '../../ui/basics.tsx';
import { FigureLink, TimeAgo } from '../ui/values.tsx';
import { outcomeInWords } from './outcome-words.ts';

type WallProps = { wall: AdminOfferwall };

export function WallState({ wall: { enabled } }: WallProps) {
	return <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</Badge>;
}

export const strengthInWords = ({ strength }: AdminOfferwall) =>
	({ full: 'Strong', part: 'Partial', weak: 'Weak' })[strength];

export function LastPostback({ wall: { callbacks } }: WallProps) {
	return callbacks.lastAt === null ? null : <TimeAgo timeMs={callbacks.lastAt} />;
}

export function LastDay({ wall: { id, callbacks } }: WallProps) {
	if (callbacks.byOutcome.length === 0) return null;
	return callbacks.byOutcome.map(({ outcome, count }, n) => {
		const about = new URLSearchParams({ show: 'callbacks', wall: id, outcome, since: String(Date.now() - DAY_MS) });
		return (
			<Fragment key={outcome}>
				{n > 0 && ', '}
				<FigureLink
					to={`/admin/logs?${about}`}
				>{`${inThousands(count)} ${outcomeInWords(outcome).toLowerCase()}`}</FigureLink>
			</Fragment>
		);
	});
}
