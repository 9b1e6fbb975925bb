import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { frameOriginOf } from '../../contract/offerwalls/wall-frame.ts';
import { withParts } from '../lib/format/with-parts.tsx';
import { m } from '../texts/messages.js';
import { buttonLook, TextButton } from '../ui/button.tsx';
import { BackIcon, ExternalIcon, InfoIcon } from '../ui/icons.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Arrivals } from './arrivals.tsx';
import type { Offerwall } from './use-offerwalls.ts';

const SLOW_AFTER_MS = 8_000;

export function WallView({ wall }: { wall?: Offerwall }) {
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
