import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { WITHDRAW_AMOUNT_MAX, WITHDRAW_AMOUNT_MIN } from '../../contract/limits.ts';
import { formatWhole } from '../lib/format/amount.ts';
import { words } from '../lib/format/branding.ts';
import { withParts } from '../lib/format/with-parts.tsx';
import { m } from '../texts/messages.js';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { useGames } from './api.ts';
import { GameSelect, GamesProblem } from './game-select.tsx';
import { useWithdrawForm } from './use-withdraw-form.ts';
import {
	amountOf,
	isOutcomeUncertain,
	passPriceFor,
	type WithdrawForm,
	type WithdrawProblem,
} from './withdraw-form.ts';

// After the form: it says nothing before there is an amount.
const AdviceNotice = lazy(() => import('./advice-notice.tsx').then(({ AdviceNotice }) => ({ default: AdviceNotice })));

/** @param username the game account that is paid; null while the profile is loading. */
export function WithdrawalForm({ username }: { username: string | null }) {
	const games = useGames(username);
	const { form, chooseGame, typeAmount, leaveAmount, beginPress, forgetPress, submit } = useWithdrawForm(
		username,
		games,
	);
	const isSubmitting = form.progress.kind === 'submitting';
	const price = passPriceFor(form.amountText);

	function onSubmit(event: FormEvent): void {
		event.preventDefault();
		void submit();
	}

	return (
		<form noValidate onSubmit={onSubmit} onKeyDown={forgetPress} className="grid gap-4">
			<GameSelect games={games} placeId={form.placeId} isDisabled={isSubmitting} onChoose={chooseGame} />
			<Field
				label={m.common_amount()}
				suffix={words.currencySign}
				inputMode="numeric"
				autoComplete="off"
				placeholder={m.withdraw_min_to_max({ min: WITHDRAW_AMOUNT_MIN, max: WITHDRAW_AMOUNT_MAX })}
				value={form.amountText}
				readOnly={isSubmitting}
				onChange={(event) => typeAmount(event.currentTarget.value)}
				onBlur={leaveAmount}
				hint={<AmountHint correction={form.correction} price={price} />}
			/>
			<Button type="submit" disabled={isSubmitting} onPointerDown={beginPress}>
				{isSubmitting ? m.withdraw_processing() : m.common_withdraw()}
			</Button>
			{form.progress.kind === 'idle' && (
				<Suspense>
					<AdviceNotice amount={price === undefined ? undefined : amountOf(form.amountText)} />
				</Suspense>
			)}
			{isSubmitting && <SlowAnswer />}
			{/* Below the button, so that the form does not move under the finger when games do not load. */}
			{games.kind === 'failed' && <GamesProblem games={games} />}
			{(form.progress.kind === 'success' || form.progress.kind === 'error') && (
				<div ref={bringIntoView}>
					{form.progress.kind === 'success' ? (
						<Submitted />
					) : (
						<Problem problem={form.progress.problem} onRetry={submit} />
					)}
				</div>
			)}
		</form>
	);
}

function AmountHint({ correction, price }: { correction: WithdrawForm['correction']; price: number | undefined }) {
	return (
		<>
			{correction !== 'none' && (
				<span className="font-semibold text-ink">
					{correction === 'raised'
						? m.withdraw_raised_to_min({ min: formatWhole(WITHDRAW_AMOUNT_MIN) })
						: m.withdraw_lowered_to_max({ max: formatWhole(WITHDRAW_AMOUNT_MAX) })}{' '}
				</span>
			)}
			{price !== undefined &&
				withParts(m.withdraw_required_pass_price({ price: formatWhole(price) }), {
					b: (text) => <strong className="text-ink figures">{text}</strong>,
				})}
		</>
	);
}

function bringIntoView(outcome: HTMLElement | null): void {
	outcome?.scrollIntoView({ block: 'nearest' });
}

function Submitted() {
	return (
		<Notice tone="success">
			<p className="font-semibold">{m.withdraw_withdrawal_submitted()}</p>
			<p className="mt-1">
				{withParts(m.withdraw_follow_it_in_your_withdraw(), {
					link: (text) => (
						<Link to="/withdraw-history" className="underline underline-offset-4">
							{text}
						</Link>
					),
				})}
			</p>
		</Notice>
	);
}

const SLOW_AFTER_MS = 8_000;

/** The platform may take its time: nobody should think that a second try is needed. */
function SlowAnswer() {
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	return isSlow && <Notice tone="info">{m.withdraw_takes_longer()}</Notice>;
}

function Problem({ problem, onRetry }: { problem: WithdrawProblem; onRetry: () => void }) {
	const isPassProblem = problem.code === 'not-found' || problem.code === 'failed-precondition';
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
			{problem.passes && problem.passes.length > 0 && (
				<div className="mt-3 text-ink">
					<p className="font-semibold">{m.withdraw_passes_that_were_found()}</p>
					<ul className="mt-1 divide-y divide-line">
						{problem.passes.map((pass) => (
							<li key={pass.id} className="flex justify-between gap-4 py-1.5">
								<span className="min-w-0 [overflow-wrap:anywhere]">{pass.name}</span>
								<span className="whitespace-nowrap figures">{formatWhole(pass.price)}</span>
							</li>
						))}
					</ul>
				</div>
			)}
			{isPassProblem && (
				<Button look="quiet" className="mt-3 min-h-11 text-ink" onClick={onRetry}>
					{m.common_check_again()}
				</Button>
			)}
		</Notice>
	);
}
