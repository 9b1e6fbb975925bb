import { Link } from 'react-router';
import { WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import { amountForPassPrice } from '../../../contract/money.ts';
import { useUserDocument } from '../../lib/calls/clients.tsx';
import { formatWhole, words } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { Button, Notice, plainLinkTo, withParts } from '../../ui/basics.tsx';
import { InView } from '../../ui/fields/in-view.tsx';
import { HelpLink } from '../../ui/help/help-link.tsx';
import { useAmountMin } from '../../ui/service-end/use-service-end.ts';
import type { Games } from '../api.ts';
import { useLatestWithdrawal } from '../use-latest-withdrawal.ts';
import {
	type FoundPass,
	isOutcomeUncertain,
	isPassProblem,
	type WithdrawForm,
	type WithdrawProblem,
} from './withdraw-form.ts';

type Actions = { onRetry: () => void; onWithdraw: (amount: number) => void };

export function FormOutcome({ progress, ...actions }: Actions & Pick<WithdrawForm, 'progress'>) {
	if (progress.kind === 'idle' || progress.kind === 'submitting' || progress.kind === 'checking') return null;
	return (
		<InView>
			{progress.kind === 'success' && <Submitted />}
			{progress.kind === 'pass-found' && (
				<Notice tone="success">{m.withdraw_pass_is_there({ price: formatWhole(progress.price) })}</Notice>
			)}
			{progress.kind === 'error' && <Problem problem={progress.problem} {...actions} />}
		</InView>
	);
}

function Submitted() {
	if (useLatestWithdrawal()?.status === 'Failed') return null;
	return (
		<Notice tone="success">
			<p className="font-semibold">{m.withdraw_withdrawal_submitted()}</p>
			<p className="mt-1">
				{withParts(m.withdraw_follow_it_in_your_withdraw(), { link: plainLinkTo('/withdraw-history') })}
			</p>
		</Notice>
	);
}

function Problem({ problem, onRetry, onWithdraw }: Actions & { problem: WithdrawProblem }) {
	return (
		<Notice tone="error">
			<p className="font-semibold">{problem.message}</p>
			{isOutcomeUncertain(problem.code) && <p className="mt-1">{m.withdraw_trying_again_is_safe()}</p>}
			{problem.code === 'unauthenticated' && (
				<Link
					to={`/login?next=${encodeURIComponent('/withdraw')}`}
					className="mt-1 inline-flex min-h-11 items-center underline underline-offset-4"
				>
					{m.common_sign_in()}
				</Link>
			)}
			{problem.passes?.length === 0 && <p className="mt-1">{m.withdraw_no_pass_for_sale()}</p>}
			{problem.passes && problem.passes.length > 0 && <FoundPasses passes={problem.passes} onWithdraw={onWithdraw} />}
			{isPassProblem(problem) && (
				<Button look="quiet" className="mt-3 min-h-11 text-ink" onClick={onRetry}>
					{m.common_check_again()}
				</Button>
			)}
			<HelpLink message={problem.message} />
		</Notice>
	);
}

function FoundPasses({ passes, onWithdraw }: { passes: FoundPass[]; onWithdraw: (amount: number) => void }) {
	const user = useUserDocument();
	const min = useAmountMin();
	const balance = user.kind === 'ready' ? user.document.robux : 0;
	const most = Math.min(balance, WITHDRAW_AMOUNT_MAX);
	return (
		<div className="mt-3 text-ink">
			<p className="font-semibold">{m.withdraw_passes_that_were_found()}</p>
			<ul className="mt-1 divide-y divide-line">
				{passes.map(({ id, name, price }) => {
					const amount = amountForPassPrice(price);
					return (
						<li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-1.5">
							<bdi className="[overflow-wrap:anywhere]">{name}</bdi>
							<span className="whitespace-nowrap figures">{formatWhole(price)}</span>
							{amount !== undefined && amount >= min && amount <= most && (
								<Button look="quiet" className="col-span-2 min-h-11" onClick={() => onWithdraw(amount)}>
									{m.withdraw_with_this_pass({ amount: formatWhole(amount) })}
								</Button>
							)}
						</li>
					);
				})}
			</ul>
		</div>
	);
}

export function GamesProblem({ games }: { games: Games & { kind: 'failed' } }) {
	return (
		<Notice tone="error">
			<p className="font-semibold">{games.message}</p>
			<Button look="quiet" className="mt-3 min-h-11 text-ink" onClick={games.retry}>
				{m.common_try_again()}
			</Button>
			<a
				href={words.gameCreationUrl}
				target="_blank"
				rel="noreferrer"
				className="mt-2 block underline underline-offset-4"
			>
				{m.common_open_the_creation_dashboard()}
			</a>
			<HelpLink message={games.message} />
		</Notice>
	);
}
