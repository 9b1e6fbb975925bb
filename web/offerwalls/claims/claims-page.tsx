import type { ClaimItem } from '../../../contract/offerwalls/claims.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { formatAmount } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { Badge, type BadgeTone, TallLink } from '../../ui/basics.tsx';
import { useReplyTime } from '../../ui/help/use-reply-time.ts';
import type { Column } from '../../ui/list/list-table.tsx';
import { TicketsPage } from '../../ui/tickets/tickets-page.tsx';
import { useOfferwalls } from '../use-offerwalls.ts';

export const CLAIMS = ['claims'];

export default function ClaimsPage() {
	const call = useCall();
	const walls = useOfferwalls();
	const nameOf = (id: string) => (walls.kind === 'ready' && walls.walls.find((wall) => wall.id === id)?.name) || id;
	return (
		<TicketsPage
			queryKey={CLAIMS}
			load={(page, signal) => call('getClaims', page, signal)}
			texts={{
				...{ title: m.claims_title(), lead: m.claims_lead(), make: m.claims_new(), time: m.claims_asked() },
				...{ failed: m.claims_failed_to_load(), empty: m.claims_empty() },
			}}
			makeAt="/claims/new"
			timeOf={({ opened_at }) => opened_at}
			columns={columnsWith(nameOf)}
			foot={useReplyTime('claim_hours')}
		/>
	);
}

const tones: Record<ClaimItem['state'], BadgeTone> = {
	open: 'waiting',
	'asked-partner': 'waiting',
	settled: 'good',
	declined: 'bad',
};

function columnsWith(nameOf: (wallId: string) => string): Column<ClaimItem>[] {
	return [
		{
			title: m.claims_offer(),
			width: 'w-[34%]',
			phone: 'max-md:col-start-1 max-md:row-start-1 max-md:font-medium',
			cell: ({ offer, wall_id }) => <span className="[overflow-wrap:anywhere]">{offer ?? nameOf(wall_id)}</span>,
		},
		{
			title: m.claims_state(),
			width: 'w-[31%]',
			phone: 'max-md:col-start-1 max-md:row-start-2 max-md:text-sm',
			cell: (claim) => (
				<span className="grid justify-items-start gap-1">
					<Badge tone={tones[claim.state]}>{stateOf(claim)}</Badge>
					{claim.said && <span className="text-sm text-soft [overflow-wrap:anywhere]">{claim.said}</span>}
					{claim.state === 'declined' && (
						<TallLink to={`/threads/new?about=claim:${claim.reference}`} className="text-sm">
							{m.help_write_to_us_about_it()}
						</TallLink>
					)}
				</span>
			),
		},
	];
}

function stateOf({ state, amount }: ClaimItem): string {
	switch (state) {
		case 'open':
			return m.claims_state_open();
		case 'asked-partner':
			return m.claims_state_asked_partner();
		case 'settled':
			return m.claims_state_settled({ amount: formatAmount(amount ?? 0) });
		case 'declined':
			return m.claims_state_declined();
	}
}
