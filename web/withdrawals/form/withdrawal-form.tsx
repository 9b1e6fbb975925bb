import {
	type FormEvent,
	type ReactNode,
	Suspense,
	useEffect,
	useEffectEvent,
	useId,
	useReducer,
	useRef,
	useState,
} from 'react';
import type { Game } from '../../../contract/accounts/profiles.ts';
import type { CallPayload } from '../../../contract/calls.ts';
import { CallError } from '../../../contract/errors.ts';
import { WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import type { NoPassDetails } from '../../../contract/withdrawals/withdrawals.ts';
import { sendApplicationEvent } from '../../lib/application-events.ts';
import { useCall, useDataClient } from '../../lib/calls/clients.tsx';
import { isForeign, messageOf, reasonOf } from '../../lib/calls/refusal.ts';
import { formatWhole, words } from '../../lib/format/formats.ts';
import { optional, part } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { Button, Field, Notice, Select, Skeleton, TextButton, withParts } from '../../ui/basics.tsx';
import { useAmountMin } from '../../ui/service-end/use-service-end.ts';
import { type Games, useGames, useProcessWithdrawal } from '../api.ts';
import {
	type Attempt,
	amountOf,
	continueAttempt,
	emptyWithdrawForm,
	isPassProblem,
	nextWithdrawForm,
	passPriceFor,
	problemBeforeSending,
	type WithdrawForm,
	type WithdrawFormEvent,
	type WithdrawProblem,
} from './withdraw-form.ts';

/** Messages of specification section 8. */
function problemOf(error: unknown): WithdrawProblem {
	const code = error instanceof CallError ? error.code : undefined;
	if (code === 'unauthenticated') return { message: m.refusal_must_be_logged_in_to_withdraw(), code };
	if (isForeign(error)) return { message: m.refusal_auth_network_request_failed(), code: 'unknown' };
	if (code === 'not-found') return { message: m.refusal_no_pass_found(), code, passes: passesOf(error) };
	if (code === 'failed-precondition') return { message: m.refusal_regional_pricing_on(), code };
	return { message: messageOf(error, m.withdraw_failed_to_submit_withdrawal()), code };
}

function passesOf(error: unknown): NoPassDetails['passes'] | undefined {
	const details = error instanceof CallError ? (error.details as Partial<NoPassDetails> | undefined) : undefined;
	return Array.isArray(details?.passes) ? details.passes : undefined;
}

/** Focus events this soon after a check do not repeat it. */
const CHECK_AGAIN_AFTER_MS = 5_000;

type PassCheck = {
	request: Parameters<typeof problemBeforeSending>[0] & CallPayload<'checkPass'>;
	form: WithdrawForm;
	min: number;
	send: (event: WithdrawFormEvent) => void;
};

function usePassCheck({ request, form, min, send }: PassCheck) {
	const isSignedIn = useDataClient() !== undefined;
	const call = useCall();
	/** Incremented by checks and form changes, to discard stale responses. */
	const latest = useRef(0);
	const checkedAtMs = useRef(0);

	async function check(): Promise<void> {
		const message = problemBeforeSending(request, { isSignedIn, min });
		if (message) return send({ kind: 'refused', problem: { message, code: undefined } });
		latest.current += 1;
		const mine = latest.current;
		checkedAtMs.current = Date.now();
		send({ kind: 'check-begun' });
		const answer = await call('checkPass', request).then(
			({ price }): WithdrawFormEvent => ({ kind: 'pass-found', price }),
			(error): WithdrawFormEvent => ({ kind: 'refused', problem: problemOf(error) }),
		);
		if (latest.current === mine) send(answer);
	}

	const isPassMissing = form.progress.kind === 'error' && isPassProblem(form.progress.problem);
	const onFocus = useEffectEvent(() => {
		if (isPassMissing && Date.now() - checkedAtMs.current > CHECK_AGAIN_AFTER_MS) void check();
	});
	useEffect(() => {
		const listen = () => onFocus();
		addEventListener('focus', listen);
		return () => removeEventListener('focus', listen);
	}, []);

	return {
		check,
		forget() {
			latest.current += 1;
			checkedAtMs.current = Date.now();
		},
	};
}

function useWithdrawForm(username: string | null, games: Games) {
	const data = useDataClient();
	const { mutateAsync: processWithdrawal } = useProcessWithdrawal();
	const min = useAmountMin();
	const [form, send] = useReducer(nextWithdrawForm, emptyWithdrawForm);
	const attempt = useRef<Attempt>(undefined);
	const isUnderWay = useRef(false);
	/** The amount when the button was pressed, before the field lost the focus and corrected it. */
	const pressedAt = useRef<string>(undefined);

	const loaded = games.kind === 'ready' ? games.games : undefined;
	useEffect(() => {
		if (loaded) send({ kind: 'games-loaded', placeIds: loaded.map((game) => game.PlaceID) });
	}, [loaded]);

	const requestOf = (amountText: string) => ({
		roblox_username: username,
		placeId: form.placeId ?? null,
		amount: amountOf(amountText),
	});
	const { check, forget } = usePassCheck({ request: requestOf(form.amountText), form, min, send });

	async function submit(given?: number): Promise<void> {
		// A double click arrives before the disabled button renders.
		if (isUnderWay.current) return;
		const { amountText } =
			given === undefined ? nextWithdrawForm(form, { kind: 'amount-left', min }) : { amountText: String(given) };
		const shownText = given === undefined ? (pressedAt.current ?? form.amountText) : amountText;
		pressedAt.current = undefined;
		// Never send an amount that the user has not seen.
		if (amountText !== shownText) return send({ kind: 'amount-left', min });
		forget();
		if (given !== undefined) send({ kind: 'amount-typed', text: amountText });
		const request = requestOf(amountText);
		const isSignedIn = data !== undefined;
		const message = problemBeforeSending(request, { isSignedIn, min });
		const code = isSignedIn ? undefined : 'unauthenticated';
		if (message) return send({ kind: 'refused', problem: { message, code } });

		attempt.current = continueAttempt(attempt.current, JSON.stringify(request), () => crypto.randomUUID());
		isUnderWay.current = true;
		send({ kind: 'submitted' });
		try {
			await processWithdrawal({ ...request, requestId: attempt.current.requestId });
			attempt.current = undefined;
			send({ kind: 'succeeded' });
		} catch (error) {
			send({ kind: 'refused', problem: problemOf(error) });
			if (reasonOf(error) === 'game-account-unproven') sendApplicationEvent('game-account-proof-wanted');
		} finally {
			isUnderWay.current = false;
		}
	}

	return {
		form,
		chooseGame(placeId: number) {
			forget();
			send({ kind: 'game-chosen', placeId });
		},
		typeAmount(text: string) {
			forget();
			send({ kind: 'amount-typed', text });
		},
		check,
		leaveAmount: () => send({ kind: 'amount-left', min }),
		beginPress() {
			pressedAt.current = form.amountText;
		},
		forgetPress() {
			pressedAt.current = undefined;
		},
		submit,
	};
}

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
const CopyButton = optional(() => parts().then(({ CopyButton }) => CopyButton));
const outcomes = () => import('./form-outcome.tsx');
const Submitted = part(outcomes, 'Submitted');
const PassFound = part(outcomes, 'PassFound');
const GamesProblem = part(outcomes, 'GamesProblem');
const Problem = part(outcomes, 'Problem');

/** @param username the paid game account; null while loading. */
export function WithdrawalForm({ username }: { username: string | null }) {
	const games = useGames(username);
	const withdraw = useWithdrawForm(username, games);
	const { form, chooseGame, typeAmount, leaveAmount, beginPress, forgetPress, submit, check } = withdraw;
	const isSubmitting = form.progress.kind === 'submitting';
	const isChecking = form.progress.kind === 'checking';
	const min = useAmountMin();
	const price = passPriceFor(form.amountText, min);

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
				placeholder={m.withdraw_min_to_max({ min, max: WITHDRAW_AMOUNT_MAX })}
				value={form.amountText}
				readOnly={isSubmitting}
				onChange={(event) => typeAmount(event.currentTarget.value)}
				onBlur={leaveAmount}
				onFocus={() => void outcomes()}
				hint={<AmountHint correction={form.correction} min={min} price={price} />}
			/>
			<div className="min-h-11 max-sm:min-h-18">
				<Suspense>
					<AmountChoices isDisabled={isSubmitting} onChoose={(amount) => typeAmount(String(amount))} />
				</Suspense>
			</div>
			<Button type="submit" disabled={isSubmitting} onPointerDown={beginPress}>
				{isSubmitting ? m.withdraw_processing() : m.common_withdraw()}
			</Button>
			<div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
				<TextButton
					className="min-h-11 text-sm disabled:text-soft disabled:no-underline"
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
			{(form.progress.kind === 'idle' || form.progress.kind === 'pass-found') && (
				<Suspense>
					<AdviceNotice amount={price === undefined ? undefined : amountOf(form.amountText)} />
				</Suspense>
			)}
			{isSubmitting && <SlowAnswer />}
			{/* Below the button, so that a loading error does not move the form. */}
			<Suspense>
				{games.kind === 'failed' && <GamesProblem games={games} />}
				{form.progress.kind === 'success' && (
					<InView>
						<Submitted />
					</InView>
				)}
				{form.progress.kind === 'pass-found' && (
					<InView>
						<PassFound price={form.progress.price} />
					</InView>
				)}
				{form.progress.kind === 'error' && (
					<InView>
						<Problem problem={form.progress.problem} onRetry={() => void submit()} onWithdraw={submit} />
					</InView>
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
			{price !== undefined &&
				withParts(m.withdraw_required_pass_price({ price: formatWhole(price) }), {
					b: (text) => <strong className="text-ink figures">{text}</strong>,
				})}
		</>
	);
}

function InView({ children }: { children: ReactNode }) {
	return <div ref={bringIntoView}>{children}</div>;
}

function bringIntoView(outcome: HTMLElement | null): void {
	outcome?.scrollIntoView({ block: 'nearest' });
}

const SLOW_AFTER_MS = 8_000;

function SlowAnswer() {
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	return isSlow && <Notice tone="info">{m.withdraw_takes_longer()}</Notice>;
}
