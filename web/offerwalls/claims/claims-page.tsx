import { Link } from 'react-router';
import { HISTORY_PAGE_SIZE } from '../../../contract/limits.ts';
import type { ClaimItem } from '../../../contract/offerwalls/claims.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { formatAmount } from '../../lib/format/amount.ts';
import { rowsOf, useHistory } from '../../lib/use-history.ts';
import { m } from '../../texts/messages.js';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { buttonLook, textLinkLook } from '../../ui/button.tsx';
import { HistoryTable } from '../../ui/list/history-table.tsx';
import type { Column } from '../../ui/list/list-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useOfferwalls } from '../use-offerwalls.ts';
import './claims.css';

export const CLAIMS = ['claims'];

export default function ClaimsPage() {
	const call = useCall();
	const history = useHistory<ClaimItem>(CLAIMS, (cursor, signal) =>
		call('getClaims', { limit: HISTORY_PAGE_SIZE, cursor }, signal),
	);
	const walls = useOfferwalls();
	const nameOf = (id: string) => (walls.kind === 'ready' && walls.walls.find((wall) => wall.id === id)?.name) || id;
	return (
		<div className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>{m.claims_title()}</PageTitle>
			<PageHeading lead={m.claims_lead()} next={{ to: '/claims/new', label: m.claims_new() }}>
				{m.claims_title()}
			</PageHeading>
			<HistoryTable
				{...rowsOf(history, m.claims_failed_to_load())}
				caption={m.claims_title()}
				columns={columnsWith(nameOf)}
				keyOf={({ reference }) => reference}
				emptyText={m.claims_empty()}
				whenEmpty={
					<Link to="/claims/new" className={buttonLook('quiet')}>
						{m.claims_new()}
					</Link>
				}
			/>
		</div>
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
			width: 'w-[30%]',
			phone: 'max-md:col-start-1 max-md:row-start-2 max-md:text-sm',
			cell: (claim) => (
				<span className="grid justify-items-start gap-1">
					<Badge tone={tones[claim.state]}>{stateOf(claim)}</Badge>
					{claim.said && <span className="text-sm text-soft [overflow-wrap:anywhere]">{claim.said}</span>}
					{claim.state === 'declined' && (
						<Link
							to={`/threads/new?about=claim:${claim.reference}`}
							className={`${textLinkLook} inline-flex min-h-11 items-center text-sm`}
						>
							{m.help_write_to_us_about_it()}
						</Link>
					)}
				</span>
			),
		},
		{
			title: m.claims_reference(),
			width: 'w-[21%]',
			phone: 'max-md:col-start-1 max-md:row-start-3 max-md:text-sm max-md:text-soft',
			cell: ({ reference }) => <span className="font-mono text-xs select-all">{reference}</span>,
		},
		{
			title: m.claims_asked(),
			width: 'w-[15%]',
			phone: 'max-md:col-start-2 max-md:row-start-1 max-md:text-right max-md:text-sm max-md:text-soft',
			cell: ({ opened_at }) => <TimeAgo timeMs={opened_at} />,
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
