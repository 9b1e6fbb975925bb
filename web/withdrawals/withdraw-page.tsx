import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { UserDocument } from '../../contract/accounts/profiles.ts';
import { WITHDRAW_AMOUNT_MIN } from '../../contract/limits.ts';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useConnectivity, useDataClient, useReloadUser, useUserDocument } from '../lib/calls/clients.tsx';
import type { UserDocumentState } from '../lib/calls/data-client.ts';
import { messageOf } from '../lib/calls/refusal.ts';
import { formatAmount } from '../lib/format/formats.ts';
import { optional, part } from '../lib/optional.ts';
import { m } from '../texts/messages.js';
import { Avatar } from '../ui/avatar.tsx';
import { Page, RetryNotice, Skeleton, TallLink, TextButton } from '../ui/basics.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { usePause, useWithdrawLimits } from './api.ts';
import { WithdrawalForm } from './form/withdrawal-form.tsx';

const around = () => import('./open-withdrawal.tsx');
const BeforeTheForm = optional(() => around().then(({ BeforeTheForm }) => BeforeTheForm));
const OpenWithdrawal = part(around, 'OpenWithdrawal');
const instead = () => import('./instead-of-the-form.tsx');
const UsernameMissing = part(instead, 'UsernameMissing');
const Paused = part(instead, 'Paused');

type Method = { isCard: boolean; choose?: ((isCard: boolean) => void) | undefined };

function PayoutCard({ user, isCard, choose }: Method & { user: UserDocumentState }) {
	return (
		<section aria-labelledby="payout" className="paper-shadow">
			<div className="ticket-stub rounded-t-card bg-stub p-4 pt-2 pb-5 text-on-stub sm:p-7">
				<div className="flex min-h-11 items-center">
					<h2 id="payout" className={choose ? 'sr-only' : 'text-lg font-bold tracking-tight'}>
						{isCard ? m.cards_title() : m.withdraw_pass_payout()}
					</h2>
					{choose && <Methods isCard={isCard} choose={choose} />}
				</div>
				<dl className="mt-2 grid grid-cols-2 gap-x-4">
					<BalanceTile user={user} />
					{!isCard && <StockTile />}
				</dl>
			</div>
			<div className="ticket-body rounded-b-card bg-card p-4 pt-0 sm:p-7 sm:pt-0">
				<div className="perforation -mx-1 mb-4 h-1" />
				<div className="min-h-84">
					<Suspense>
						<Body user={user} isCard={isCard} />
					</Suspense>
				</div>
			</div>
		</section>
	);
}

function Methods({ isCard, choose }: Required<Method>) {
	return (
		<fieldset className="flex w-full min-w-0">
			<legend className="sr-only">{m.withdraw_how()}</legend>
			{[false, true].map((each) => (
				<button
					key={String(each)}
					type="button"
					aria-pressed={each === isCard}
					onClick={() => choose?.(each)}
					className={`min-h-11 flex-1 rounded-full px-3 text-sm font-semibold ${each === isCard ? 'bg-card text-ink' : ''}`}
				>
					{each ? m.withdraw_by_gift_card() : m.withdraw_by_game_pass()}
				</button>
			))}
		</fieldset>
	);
}

function Tile({ title, mark, children }: { title: string; mark?: ReactNode; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="flex h-6 items-center gap-3 text-sm text-on-stub-soft">
				{title}
				{mark}
			</dt>
			<dd className="text-[clamp(1rem,4.5vw,1.875rem)] leading-tight font-extrabold tracking-tight [overflow-wrap:anywhere] figures sm:whitespace-nowrap">
				{children}
			</dd>
		</div>
	);
}

function BalanceTile({ user }: { user: UserDocumentState }) {
	const isOffline = useConnectivity() === 'Offline';
	const isUnknown = useDataClient() === undefined || user.kind === 'failed';
	return (
		<Tile title={isOffline && user.kind === 'ready' ? m.withdraw_balance_offline() : m.common_balance()}>
			{isUnknown ? '–' : user.kind === 'ready' ? formatAmount(user.document.robux) : <StubSkeleton />}
		</Tile>
	);
}

function StockTile() {
	const { data, isError } = useWithdrawLimits(true);
	const stock = data?.stock;
	const isUnavailable = stock === null || (isError && !data);
	const tooltip = (
		<Tooltip title={m.withdraw_directly_available()} about={m.withdraw_about_the_stock()}>
			<p className="mt-1 figures">
				{stock
					? `${formatAmount(stock.direct)} / ${formatAmount(stock.network)}`
					: m.withdraw_not_known_at_the_moment()}
			</p>
			<p className="mt-1">{stock === null ? m.withdraw_stock_is_away() : m.withdraw_what_can_be_paid()}</p>
		</Tooltip>
	);
	return (
		<Tile title={m.withdraw_stock()} mark={tooltip}>
			{stock ? formatAmount(stock.network) : isUnavailable ? m.withdraw_stock_unknown() : <StubSkeleton />}
		</Tile>
	);
}

function StubSkeleton() {
	return (
		<span
			aria-hidden="true"
			className="shimmer inline-block h-6 w-28 max-w-full rounded-md bg-on-stub-soft opacity-40"
		/>
	);
}

function UserUnavailable({ error }: { error: Error }) {
	const reload = useReloadUser();
	return <RetryNotice error={messageOf(error, m.profile_failed_to_load())} onRetry={reload} />;
}

function Body({ user, isCard }: { user: UserDocumentState; isCard: boolean }) {
	const pause = usePause();
	if (user.kind === 'failed') return <UserUnavailable error={user.error} />;
	if (user.kind === 'ready' && !user.document.roblox_username && !isCard) return <UsernameMissing />;
	if (pause.data) {
		return <Paused reason={pause.data} isChecking={pause.isFetching} onRetry={() => void pause.refetch()} />;
	}
	const document = user.kind === 'ready' ? user.document : undefined;
	return (
		<>
			{!isCard && <PaidTo document={document} />}
			<Suspense>
				<BeforeTheForm />
			</Suspense>
			{isCard ? (
				<Suspense>
					<GiftCard />
				</Suspense>
			) : (
				<WithdrawalForm username={document?.roblox_username ?? null} />
			)}
			<Suspense>
				<OpenWithdrawal />
			</Suspense>
			{isCard && document && document.robux < WITHDRAW_AMOUNT_MIN && (
				<TallLink to="/earn" className="mt-3 text-sm">
					{m.withdraw_earn_sign_first()}
				</TallLink>
			)}
		</>
	);
}

function PaidTo({ document }: { document: UserDocument | undefined }) {
	return (
		<div className="mb-3 flex min-h-11 flex-wrap items-center gap-3">
			<Avatar
				src={document?.avatar_url ?? null}
				username={document?.roblox_username ?? null}
				className="size-11 border border-line"
			/>
			<div className="min-w-[min(100%,7rem)] flex-1">
				<p className="text-sm text-soft">{m.withdraw_paid_to()}</p>
				<p className="truncate text-sm font-semibold" title={document?.roblox_username ?? undefined}>
					{document ? `@${document.roblox_username}` : <Skeleton className="h-4 w-28" />}
				</p>
			</div>
			{document && (
				<TextButton
					className="-me-2 min-h-11 px-2 text-sm"
					aria-label={m.withdraw_change_the_account()}
					onClick={() => sendApplicationEvent('username-wanted')}
				>
					{m.common_change()}
				</TextButton>
			)}
		</div>
	);
}

const parts = () => import('./withdraw-parts.ts').then(({ withdrawParts }) => withdrawParts);
const PassAside = optional(() => parts().then(({ PassAside }) => PassAside));
const GiftCard = optional(() => parts().then(({ GiftCard }) => GiftCard));

export const handle = { staysOpen: true };

export default function WithdrawPage() {
	const user = useUserDocument();
	const needsUsername = user.kind === 'ready' && !user.document.roblox_username;
	useEffect(() => {
		if (needsUsername) sendApplicationEvent('username-wanted');
	}, [needsUsername]);

	const [wantsCard, setWantsCard] = useState(false);
	const hasCards = Boolean(useWithdrawLimits().data?.methods.length);
	const isCard = hasCards && wantsCard;

	return (
		<Page
			title={m.common_withdraw_currency()}
			lead={isCard ? m.cards_request_lead() : m.withdraw_you_are_paid_through()}
			className="max-w-5xl"
		>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
				<PayoutCard user={user} isCard={isCard} choose={hasCards ? setWantsCard : undefined} />
				<aside className="grid grid-cols-[minmax(0,1fr)] gap-6">
					<Suspense>
						<PassAside hasGuide={!isCard} />
					</Suspense>
				</aside>
			</div>
		</Page>
	);
}
