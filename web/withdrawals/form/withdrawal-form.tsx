import { type FormEvent, Suspense, useId } from 'react';
import type { Game } from '../../../contract/accounts/profiles.ts';
import { PLATFORM_PENDING_DAYS, WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import { useIsSlow } from '../../lib/calls/use-call-query.ts';
import { formatWhole, words } from '../../lib/format/formats.ts';
import { optional, part } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { Button, Field, Notice, Select, Skeleton, strong, TextButton, withParts } from '../../ui/basics.tsx';
import { useAmountMin } from '../../ui/service-end/use-service-end.ts';
import { type Games, useGames } from '../api.ts';
import { useWithdrawForm } from './use-withdraw-form.ts';
import { amountOf, passPriceFor, type WithdrawForm } from './withdraw-form.ts';

type GameSelectProps = {
	games: Games;
	placeId: number | undefined;
	isDisabled: boolean;
	onChoose: (placeId: number) => void;
};

function GameSelect({ games, placeId, isDisabled, onChoose }: GameSelectProps) {
	const id = useId();
	const list = games.kind === 'ready' ? games.games : [];
	const chosen = list.find((game) => game.PlaceID === placeId);
	return (
		// Without `min-w-0` the longest game name would set the width.
		<div className="min-w-0">
			<div className="mb-1.5 flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-3 text-sm">
				<label htmlFor={id} className="font-semibold">
					{m.withdraw_game()}
				</label>
				{games.kind === 'ready' && (
					<TextButton
						className="-my-3 -me-2 min-h-11 px-2"
						aria-disabled={games.isReloading || undefined}
						onClick={() => !games.isReloading && games.reload()}
					>
						{games.isReloading ? m.withdraw_loading_games() : m.withdraw_reload_games()}
					</TextButton>
				)}
			</div>
			<div className="relative">
				<Select
					id={id}
					value={placeId ?? ''}
					disabled={isDisabled || games.kind !== 'ready'}
					onChange={(event) => onChoose(Number(event.currentTarget.value))}
					aria-busy={games.kind === 'loading'}
					className="picture-select ps-14"
				>
					{/* The closed state of a customizable select, which does not truncate long names. */}
					<button type="button" className="block min-w-0 flex-1 truncate text-start">
						{chosen?.Name ?? (games.kind === 'loading' ? m.withdraw_loading_games() : m.withdraw_no_game_to_choose())}
					</button>
					{list.length === 0 && (
						<option value="">
							{games.kind === 'loading' ? m.withdraw_loading_games() : m.withdraw_no_game_to_choose()}
						</option>
					)}
					{list.map((game) => (
						<option key={game.PlaceID} value={game.PlaceID}>
							<Picture game={game} />
							{game.Name}
						</option>
					))}
				</Select>
				<span className="pointer-events-none absolute inset-y-0 start-3 flex items-center">
					{games.kind === 'loading' ? <Skeleton className="size-8" /> : <Picture game={chosen} />}
				</span>
			</div>
		</div>
	);
}

function Picture({ game }: { game: Game | undefined }) {
	const look = 'size-8 shrink-0 rounded-md bg-sunken object-cover';
	if (!game?.ThumbnailUrl) return <span aria-hidden="true" className={`${look} inline-block`} />;
	return <img src={game.ThumbnailUrl} alt="" width="32" height="32" className={look} />;
}

const parts = () => import('../withdraw-parts.ts').then(({ withdrawParts }) => withdrawParts);
const AdviceNotice = optional(() => parts().then(({ AdviceNotice }) => AdviceNotice));
const AmountChoices = optional(() => parts().then(({ AmountChoices }) => AmountChoices));
const MostNow = optional(() => parts().then(({ MostNow }) => MostNow));
const CopyButton = optional(() => parts().then(({ CopyButton }) => CopyButton));
const outcomes = () => import('./form-outcome.tsx');
const FormOutcome = part(outcomes, 'FormOutcome');
const GamesProblem = part(outcomes, 'GamesProblem');

/** @param username the paid game account; null while loading. */
export function WithdrawalForm({ username }: { username: string | null }) {
	const games = useGames(username);
	const withdraw = useWithdrawForm(username, games);
	const { form, chooseGame, typeAmount, leaveAmount, beginPress, forgetPress, submit, check } = withdraw;
	const isSubmitting = form.progress.kind === 'submitting';
	const isChecking = form.progress.kind === 'checking';
	const min = useAmountMin();
	const price = passPriceFor(form.amountText, min);
	const amount = price === undefined ? undefined : amountOf(form.amountText);

	function onSubmit(event: FormEvent): void {
		event.preventDefault();
		void submit();
	}

	return (
		<form noValidate onSubmit={onSubmit} onKeyDown={forgetPress} className="grid gap-3">
			<GameSelect games={games} placeId={form.placeId} isDisabled={isSubmitting} onChoose={chooseGame} />
			<Field
				label={m.common_amount()}
				aside={
					<Suspense>
						<MostNow />
					</Suspense>
				}
				suffix={words.currencySign}
				inputMode="numeric"
				autoComplete="off"
				placeholder={m.withdraw_min_to_max({ min, max: WITHDRAW_AMOUNT_MAX })}
				value={form.amountText}
				readOnly={isSubmitting}
				onChange={(event) => typeAmount(event.currentTarget.value)}
				onBlur={leaveAmount}
				onFocus={() => void outcomes()}
				hint={<AmountHint correction={form.correction} min={min} price={price} />}
			/>
			<div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
				<div className="min-h-11 basis-full sm:basis-auto">
					<Suspense>
						<AmountChoices isDisabled={isSubmitting} onChoose={(amount) => typeAmount(String(amount))} />
					</Suspense>
				</div>
				<div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 basis-full sm:basis-auto">
					<TextButton
						className="min-h-11 disabled:text-soft disabled:no-underline"
						disabled={price === undefined || isSubmitting}
						aria-disabled={isChecking || undefined}
						onClick={() => !isChecking && void check()}
					>
						{isChecking ? m.common_checking() : m.withdraw_check_my_pass()}
					</TextButton>
					{price !== undefined && (
						<Suspense>
							<CopyButton text={String(price)} label={m.withdraw_copy_the_price()} />
						</Suspense>
					)}
				</div>
			</div>
			<Button type="submit" disabled={isSubmitting} onPointerDown={beginPress}>
				{isSubmitting ? m.withdraw_processing() : m.common_withdraw()}
			</Button>
			{(form.progress.kind === 'idle' || form.progress.kind === 'pass-found') && (
				<>
					{amount !== undefined && (
						<p className="text-sm text-soft">
							{m.withdraw_you_receive({ amount: formatWhole(amount), ...PLATFORM_PENDING_DAYS })}
						</p>
					)}
					<Suspense>
						<AdviceNotice amount={amount} />
					</Suspense>
				</>
			)}
			{isSubmitting && <SlowAnswer />}
			{/* Below the button, so that a loading error does not move the form. */}
			<Suspense>
				{games.kind === 'failed' && <GamesProblem games={games} />}
				{form.progress.kind !== 'idle' && (
					<FormOutcome progress={form.progress} onRetry={() => void submit()} onWithdraw={submit} />
				)}
			</Suspense>
		</form>
	);
}

type AmountHintProps = { correction: WithdrawForm['correction']; min: number; price: number | undefined };

function AmountHint({ correction, min, price }: AmountHintProps) {
	return (
		<>
			{correction !== 'none' && (
				<span className="font-semibold text-ink">
					{correction === 'raised'
						? m.withdraw_raised_to_min({ min: formatWhole(min) })
						: m.withdraw_lowered_to_max({ max: formatWhole(WITHDRAW_AMOUNT_MAX) })}{' '}
				</span>
			)}
			{price === undefined
				? m.withdraw_price_follows()
				: withParts(m.withdraw_required_pass_price({ price: formatWhole(price) }), { b: strong })}
		</>
	);
}

const SlowAnswer = () => useIsSlow() && <Notice tone="info">{m.withdraw_takes_longer()}</Notice>;
