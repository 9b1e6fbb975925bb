import { Suspense } from 'react';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { part } from '../../lib/optional.ts';
import { Skeleton } from '../../ui/basics.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { NotThere } from '../ui/not-there.tsx';
import { CopyChip } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { LastDay, LastPostback, strengthInWords, WallState } from './last-postbacks.tsx';

const OfferwallActions = part(() => import('./offerwall-actions.tsx'), 'OfferwallActions');
const WallFeed = part(() => import('./wall-feed.tsx'), 'WallFeed');
const OfferPromises = part(() => import('./offer-promises.tsx'), 'OfferPromises');
const WallRates = part(() => import('./wall-rates.tsx'), 'WallRates');

export default function OfferwallPage({ heading, params: { id = '' } }: AdminPageProps) {
	const { data, error, retry } = useAdminQuery('adminGetOfferwalls', null, { failed: "Couldn't load offerwalls." });
	const wall = data?.find((one) => one.id === id);
	return (
		<>
			<AdminHeading
				heading={wall?.name ?? heading}
				lead={<CopyChip text={id} />}
				actions={wall && <WallState wall={wall} />}
			/>
			{data && !wall && <NotThere what="No offerwall has this ID." back="/admin/offerwalls" label="All offerwalls" />}
			{error && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-64 w-full" />}
			{wall && (
				<>
					<Suspense fallback={<Skeleton className="h-11 w-full" />}>
						<OfferwallActions wall={wall} />
					</Suspense>
					<div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
						<Configuration wall={wall} />
						<div className="grid gap-4">
							<Postbacks wall={wall} />
							<div className="rounded-card border border-line bg-card px-5 pb-5 raised">
								<Suspense fallback={<Skeleton className="mt-4 h-40 w-full" />}>
									{wall.feed && <WallFeed name={wall.name} feed={wall.feed} />}
									<WallRates wall={wall} />
								</Suspense>
							</div>
						</div>
					</div>
					<Suspense fallback={<Skeleton className="mt-6 h-64 w-full" />}>
						{wall.feed && <OfferPromises wall={wall.id} />}
					</Suspense>
				</>
			)}
		</>
	);
}

function Configuration({ wall }: { wall: AdminOfferwall }) {
	const { keys, findings } = wall;
	const presence = (isThere: boolean) => (isThere ? 'Set' : 'Not set');
	return (
		<FactCard
			title="Configuration"
			facts={[
				{ label: 'Partner', value: wall.partnerName },
				{ label: 'Version', value: wall.version },
				{ label: 'Minimum age', value: wall.minAge },
				{ label: 'Hold', value: wall.holdHours === 0 ? 'None' : `${wall.holdHours} hours` },
				{ label: 'Secret', value: presence(keys.secret) },
				{ label: 'Path key', value: presence(keys.pathKey) },
				{ label: 'Allowed IPs', value: keys.allowedIps || 'None' },
				{ label: 'Signature strength', value: strengthInWords(wall) },
			]}
		>
			{findings.length > 0 && (
				<div className="mt-4 text-sm">
					<h3 className="font-semibold">Warnings</h3>
					<ul className="list-disc ps-5 text-soft">
						{findings.map((finding) => (
							<li key={finding}>{finding}</li>
						))}
					</ul>
				</div>
			)}
		</FactCard>
	);
}

function Postbacks({ wall }: { wall: AdminOfferwall }) {
	return (
		<FactCard
			title="Postbacks"
			facts={[
				{ label: 'In 24 hours', value: <LastDay wall={wall} /> },
				{ label: 'Last', value: <LastPostback wall={wall} /> },
			]}
		>
			<h3 className="mt-4 text-sm font-semibold">Callback URL</h3>
			<p className="text-sm text-soft">
				Paste this into the partner's dashboard. It may contain the path key, so don't share it elsewhere.
			</p>
			<code className="mt-1 block text-xs select-all [overflow-wrap:anywhere]">{wall.callbackUrl}</code>
		</FactCard>
	);
}
