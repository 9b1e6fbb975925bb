import { Link } from 'react-router';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { formatAmount, language, words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { BackIcon, Badge, RetryNotice, Skeleton, textLinkLook, withParts } from '../ui/basics.tsx';
import { BoostBadge } from './boost-badge.tsx';
import { markNoticeShown, partnerOf, wasNoticeShown } from './data-notice.ts';
import type { Offerwall, Offerwalls } from './use-offerwalls.ts';

const SKELETON_CARDS = 2;
const cardLook = 'flex h-full items-center gap-4 rounded-card border border-line bg-card p-4 raised';

export function WallList({ offerwalls }: { offerwalls: Offerwalls }) {
	if (offerwalls.kind === 'failed') {
		return <RetryNotice error={offerwalls.message} onRetry={offerwalls.retry} />;
	}
	if (offerwalls.kind === 'loading') return <WallSkeletons />;
	if (offerwalls.walls.length === 0) return <NoWalls />;
	return (
		<>
			<NewWalls walls={offerwalls.walls} />
			<ul
				className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${offerwalls.walls.length > 1 ? 'sm:max-lg:grid-cols-2' : ''}`}
			>
				{offerwalls.walls.map((wall) => (
					<li key={wall.id}>
						<WallCard wall={wall} />
					</li>
				))}
			</ul>
		</>
	);
}

function NewWalls({ walls }: { walls: readonly Offerwall[] }) {
	const names = walls.filter(({ id }) => !wasNoticeShown(id)).map(partnerOf);
	if (names.length === 0) return null;
	return (
		<p className="mb-3 max-w-[75ch] text-sm text-soft">
			{m.earn_who_gets_what({ partner: new Intl.ListFormat(language, { type: 'disjunction' }).format(names) })}
		</p>
	);
}

const kindNames: Record<Offerwall['kind'], string> = {
	games: m.offers_wall_kind_games(),
	surveys: m.offers_wall_kind_surveys(),
	offers: m.offers_wall_kind_offers(),
};

function WallCard({ wall }: { wall: Offerwall }) {
	return (
		// A full load, because only a wall's own document has the CSP that allows its frame.
		<Link
			to={`/earn/${wall.id}`}
			reloadDocument
			onClick={() => markNoticeShown(wall.id)}
			className={`${cardLook} hover:bg-sunken motion-safe:transition-colors`}
		>
			<span
				aria-hidden="true"
				className="grid size-12 shrink-0 place-items-center overflow-hidden logo-pass bg-stub text-lg font-extrabold text-on-stub"
			>
				{wall.picture ? (
					<img src={wall.picture} alt="" width="48" height="48" className="size-12 object-cover" />
				) : (
					[...wall.name][0]?.toUpperCase()
				)}
			</span>
			<span className="min-w-0 flex-1">
				<bdi className="block font-semibold [overflow-wrap:anywhere]">{wall.name}</bdi>
				<span className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
					<BoostBadge boost={wall.boost} />
					{wall.minAge > AGE_MIN_YEARS && <Badge tone="plain">{wall.minAge}+</Badge>}
					<span>
						{kindNames[wall.kind]}
						{wall.upTo !== null && ` · ${m.offers_wall_up_to({ amount: formatAmount(wall.upTo) })}`}
					</span>
				</span>
			</span>
			<BackIcon className="size-5 rotate-180 text-soft rtl:-scale-x-100" />
		</Link>
	);
}

function WallSkeletons() {
	return (
		<div aria-busy="true" className="grid gap-3 sm:max-lg:grid-cols-2">
			<span className="sr-only">{m.earn_loading_the_offerwalls()}</span>
			{Array.from({ length: SKELETON_CARDS }, (_, card) => (
				<div key={card} aria-hidden="true" className={cardLook}>
					<Skeleton className="size-12" />
					<span className="grid flex-1 gap-2">
						<Skeleton className="h-4 w-28" />
						<Skeleton className="h-4 w-20" />
					</span>
				</div>
			))}
		</div>
	);
}

function NoWalls() {
	return (
		<div className="grid min-h-48 content-center justify-items-center gap-2 rounded-card border border-dashed border-line p-6 text-center">
			<p className="font-semibold">{m.earn_no_offerwall_is_open()}</p>
			<p className="max-w-[46ch] text-sm text-soft">
				{withParts(m.earn_partners_are_switched(), {
					link: (text) => (
						<a href={words.communityChatUrl} target="_blank" rel="noreferrer" className={textLinkLook}>
							{text}
						</a>
					),
				})}
			</p>
		</div>
	);
}
