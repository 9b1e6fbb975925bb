import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import type { OfferHistoryItem } from '../../contract/offerwalls/history.ts';
import { frameOriginOf } from '../../contract/offerwalls/wall-frame.ts';
import { useLiveEvent } from '../lib/calls/clients.tsx';
import { formatAmount } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { Button, ButtonLink, buttonLook, PageTitle, Skeleton, TextButton, withParts } from '../ui/basics.tsx';
import { BackIcon, ExternalIcon, InfoIcon } from '../ui/icons.tsx';
import { markNoticeShown, partnerOf, wasNoticeShown } from './data-notice.ts';
import { Message } from './message.tsx';
import { type Offerwall, useOfferwalls } from './use-offerwalls.ts';

/** Client-side navigation keeps the first document's CSP. */
function isLoadedAs(pathname: string): boolean {
	const [navigation] = performance.getEntriesByType('navigation');
	if (!navigation || !URL.canParse(navigation.name)) return true;
	return new URL(navigation.name).pathname === pathname;
}

const SLOW_AFTER_MS = 8_000;

function WallView({ wall }: { wall?: Offerwall }) {
	return (
		<div className="flex min-h-0 flex-1 flex-col">
			<PageTitle>{wall?.name ?? m.common_offerwall()}</PageTitle>
			<div className="border-b border-line bg-card">
				<div className="mx-auto flex max-w-5xl items-center gap-1 px-1 py-1.5 sm:px-3">
					<Link
						to="/earn"
						// A full load, so that the next page gets a stricter CSP.
						reloadDocument
						aria-label={m.earn_all_offerwalls()}
						className="grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-sunken hover:text-ink"
					>
						<BackIcon className="size-5 rtl:-scale-x-100" />
					</Link>
					<div className="relative flex min-h-11 min-w-0 flex-1 items-center">
						<h1 className="truncate font-bold tracking-tight">
							{wall?.name ?? (
								<>
									<span className="sr-only">{m.earn_opening_the_offerwall()}</span>
									<Skeleton className="h-4 w-28" />
								</>
							)}
						</h1>
						<Arrivals />
					</div>
					{wall && (
						<Link to={`/claims/new?wall=${encodeURIComponent(wall.id)}`} reloadDocument className={sideLook}>
							<span className="max-sm:sr-only">{m.claims_missing()}</span>
							<InfoIcon className="size-5 sm:hidden" />
						</Link>
					)}
					{wall && <TabLink wall={wall} />}
				</div>
			</div>
			{wall ? (
				<Wall wall={wall} />
			) : (
				<div className="relative flex-1">
					<Opening />
				</div>
			)}
		</div>
	);
}

const sideLook =
	'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control px-3 text-sm font-semibold text-soft hover:bg-sunken hover:text-ink';

/** With these attributes, the partner gets only our origin as the referrer, like from the frame. */
const tabLink = { target: '_blank', rel: 'noopener', referrerPolicy: 'strict-origin' } as const;

function TabLink({ wall }: { wall: Offerwall }) {
	return (
		<a {...tabLink} href={wall.url} className={sideLook}>
			<span className="max-sm:sr-only">{m.common_open_in_a_new_tab()}</span>
			<ExternalIcon className="size-4" />
		</a>
	);
}

function Wall({ wall }: { wall: Offerwall }) {
	const [attempt, setAttempt] = useState(0);
	if (frameOriginOf(new URL(wall.url), location) === undefined) return <OnlyInTab wall={wall} />;
	return <Frame key={attempt} wall={wall} onRetry={() => setAttempt(attempt + 1)} />;
}

type Progress = 'opening' | 'slow' | 'open' | 'elsewhere';

function Frame({ wall, onRetry }: { wall: Offerwall; onRetry: () => void }) {
	const [progress, setProgress] = useState<Progress>('opening');
	useEffect(() => {
		const timer = setTimeout(() => setProgress((now) => (now === 'opening' ? 'slow' : now)), SLOW_AFTER_MS);
		// The page's CSP blocks a wall that redirects to another site.
		const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
			if (effectiveDirective === 'frame-src') setProgress('elsewhere');
		};
		document.addEventListener('securitypolicyviolation', onViolation);
		return () => {
			clearTimeout(timer);
			document.removeEventListener('securitypolicyviolation', onViolation);
		};
	}, []);

	return (
		<>
			{progress === 'slow' && (
				<Strip>
					{withParts(m.earn_name_is_taking_long({ name: wall.name }), {
						button: (text) => (
							<TextButton className="min-h-11" onClick={onRetry}>
								{text}
							</TextButton>
						),
						tab: () => <InTab wall={wall} />,
					})}
				</Strip>
			)}
			{progress === 'elsewhere' && (
				<Strip>{withParts(m.earn_this_offer_goes(), { tab: () => <InTab wall={wall} /> })}</Strip>
			)}
			<div className="relative min-h-0 flex-1">
				<iframe
					title={wall.name}
					src={wall.url}
					// The wall cannot navigate this page, download or open dialogs.
					sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
					// Some walls stay empty without a referrer origin.
					referrerPolicy="strict-origin"
					// myChips requests these client hints to match offers to the OS version.
					allow="ch-ua-platform; ch-ua-platform-version"
					onLoad={() => setProgress((now) => (now === 'elsewhere' ? now : 'open'))}
					className="size-full bg-[canvas]"
				/>
				{progress === 'opening' && <Opening name={wall.name} />}
			</div>
		</>
	);
}

function InTab({ wall }: { wall: Offerwall }) {
	return (
		<a
			{...tabLink}
			href={wall.url}
			className="font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
		>
			{m.earn_open_it_in_a_new()}
		</a>
	);
}

function Strip({ children }: { children: ReactNode }) {
	return (
		<p role="status" className="border-b border-line bg-warn-tint px-4 py-1.5 text-sm">
			{children}
		</p>
	);
}

function Opening({ name = m.earn_the_offerwall() }: { name?: string }) {
	return (
		<div role="status" className="absolute inset-0 grid content-center justify-items-center gap-4 bg-paper p-4">
			<span
				aria-hidden="true"
				className="size-10 motion-safe:animate-spin rounded-full border-4 border-line border-t-accent"
			/>
			<p className="text-center font-semibold">{m.earn_opening_name({ name })}</p>
		</div>
	);
}

function OnlyInTab({ wall }: { wall: Offerwall }) {
	return (
		<div className="mx-auto grid max-w-md flex-1 content-center justify-items-center gap-4 p-4 text-center">
			<p className="text-soft">{m.earn_this_offerwall_cannot_be_shown()}</p>
			<a {...tabLink} href={wall.url} className={buttonLook()}>
				{m.common_open_in_a_new_tab()}
				<ExternalIcon className="size-4" />
			</a>
		</div>
	);
}

const SHOWN_MS = 8_000;

/** Shows a new reward in place of the wall's name, because a wall may use every corner. */
function Arrivals() {
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

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatAmount(amount)}`;

function originOf({ kind, earning_source: source }: OfferHistoryItem): string {
	if (kind === 'reversal') return source === null ? m.earn_taken_back() : m.earn_taken_back_by({ source });
	if (kind === 'pending') return source === null ? m.earn_held() : m.earn_held_from({ source });
	return source === null ? '' : m.earn_from({ source });
}

export const handle = { fillsView: true };

export default function WallPage() {
	const { wallId } = useParams();
	const { pathname } = useLocation();
	const isOwnDocument = isLoadedAs(pathname);
	useEffect(() => {
		if (!isOwnDocument) location.reload();
	}, [isOwnDocument]);
	const offerwalls = useOfferwalls();

	if (offerwalls.kind === 'failed') {
		return (
			<Message title={m.earn_the_offerwall_cannot_be_opened()} text={offerwalls.message}>
				<Button onClick={offerwalls.retry}>{m.common_try_again()}</Button>
			</Message>
		);
	}
	if (offerwalls.kind === 'loading' || !isOwnDocument) return <WallView />;
	const wall = offerwalls.walls.find(({ id }) => id === wallId);
	if (wall) return <DataNotice key={wall.id} wall={wall} />;
	return (
		<Message title={m.earn_this_offerwall_is_not_open()} text={m.earn_it_may_be_switched_off()}>
			<ButtonLink to="/earn">{m.earn_see_what_is_open()}</ButtonLink>
		</Message>
	);
}

function DataNotice({ wall }: { wall: Offerwall }) {
	const [isNoticeShown, setNoticeShown] = useState(() => wasNoticeShown(wall.id));
	if (isNoticeShown) return <WallView wall={wall} />;
	const open = () => {
		markNoticeShown(wall.id);
		setNoticeShown(true);
	};
	return (
		<Message title={wall.name} text={m.earn_who_gets_what({ partner: partnerOf(wall) })}>
			<Button onClick={open}>{m.earn_open_name({ name: wall.name })}</Button>
		</Message>
	);
}
