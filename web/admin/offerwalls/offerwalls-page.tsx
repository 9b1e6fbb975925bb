import { Fragment } from 'react';
import { DAY_MS } from '../../../contract/durations.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { inThousands } from '../../lib/format/amount.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { OfferwallActions } from './offerwall-actions.tsx';
import { outcomeInWords } from './outcome-words.ts';
import { AddWall, OrderWalls } from './wall-editor.tsx';
import { WallFeed } from './wall-feed.tsx';
import { WallRates } from './wall-rates.tsx';

const hoursText = (hours: number) => (hours === 0 ? 'None' : `${hours} hours`);
const strengths = { full: 'Strong', part: 'Partial', weak: 'Weak' };

export default function OfferwallsPage() {
	const { data, error, retry } = useAdminQuery('adminGetOfferwalls', null, { failed: "Couldn't load offerwalls." });
	return (
		<>
			{error && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-64 w-full" />}
			{data?.length === 0 && <Notice tone="info">No offerwalls yet. Add one, or set OFFERWALLS_FILE.</Notice>}
			<div className="mb-5 flex flex-wrap gap-2">
				<AddWall />
				{data && <OrderWalls walls={data} />}
			</div>
			<div className="grid items-start gap-4 xl:grid-cols-2">
				{data?.map((wall) => (
					<WallCard key={wall.id} wall={wall} />
				))}
			</div>
		</>
	);
}

function WallCard({ wall }: { wall: AdminOfferwall }) {
	const { keys, callbacks } = wall;
	const presence = (isThere: boolean) => (isThere ? 'Set' : 'Not set');
	return (
		<FactCard
			title={wall.name}
			badge={<Badge tone={wall.enabled ? 'good' : 'plain'}>{wall.enabled ? 'On' : 'Off'}</Badge>}
			facts={[
				{ label: 'ID', value: <span className="font-mono text-xs select-all">{wall.id}</span> },
				{ label: 'Partner', value: wall.partnerName },
				{ label: 'Version', value: wall.version },
				{ label: 'Minimum age', value: wall.minAge },
				{ label: 'Hold', value: hoursText(wall.holdHours) },
				{ label: 'Secret', value: presence(keys.secret) },
				{ label: 'Path key', value: presence(keys.pathKey) },
				{ label: 'Allowed IPs', value: keys.allowedIps || 'None' },
				{ label: 'Signature strength', value: strengths[wall.strength] },
				{ label: 'Postbacks in 24 hours', value: <LastDay wall={wall} /> },
				{
					label: 'Last postback',
					value: callbacks.lastAt === null ? 'None' : <TimeAgo timeMs={callbacks.lastAt} />,
				},
			]}
		>
			{wall.findings.length > 0 && (
				<div className="mt-4 text-sm">
					<h3 className="font-semibold">Warnings</h3>
					<ul className="list-disc ps-5 text-soft">
						{wall.findings.map((finding) => (
							<li key={finding}>{finding}</li>
						))}
					</ul>
				</div>
			)}
			<details className="mt-4 text-sm">
				<summary className="min-h-8 cursor-pointer font-semibold text-accent">Callback URL</summary>
				<p className="text-soft">
					Paste this into the partner's dashboard. It may contain the path key, so don't share it elsewhere.
				</p>
				<code className="mt-1 block text-xs select-all [overflow-wrap:anywhere]">{wall.callbackUrl}</code>
			</details>
			{wall.feed && <WallFeed name={wall.name} feed={wall.feed} />}
			<WallRates wall={wall} />
			<OfferwallActions wall={wall} />
		</FactCard>
	);
}

function LastDay({ wall: { id, callbacks } }: { wall: AdminOfferwall }) {
	if (callbacks.byOutcome.length === 0) return 'None';
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
