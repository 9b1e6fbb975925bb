import { type FormEvent, useRef, useState } from 'react';
import { CallError } from '../../contract/errors.ts';
import { giftCardCents } from '../../contract/withdrawals/withdrawal-rules.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { formatDollars, formatWhole, words } from '../lib/format/formats.ts';
import { useSending } from '../lib/use-sending.ts';
import { m } from '../texts/messages.js';
import { Button, Field, linkTo, Notice, strong, withParts } from '../ui/basics.tsx';
import { InView } from '../ui/fields/in-view.tsx';
import { HelpLink } from '../ui/help/help-link.tsx';
import { useTakeRequested, useWithdrawLimits } from './api.ts';
import { type Attempt, amountOf, continueAttempt } from './form/withdraw-form.ts';

/** Renders nothing unless gift cards are on. */
export function GiftCard() {
	const method = useWithdrawLimits().data?.methods[0];
	return method ? <GiftCardForm perThousand={method.usd_per_thousand} min={method.amount_min} /> : null;
}

function GiftCardForm({ perThousand, min }: { perThousand: number; min: number }) {
	const call = useCall();
	const takeRequested = useTakeRequested();
	const attempt = useRef<Attempt>(undefined);
	const [text, setText] = useState('');
	const { answer, problem, isSending, send, forget } = useSending<true>(m.withdraw_failed_to_submit_withdrawal());
	const amount = amountOf(text);
	const isWhole = amount !== undefined && Number.isInteger(amount) && amount >= min;
	const value = isWhole ? giftCardCents(amount, Math.round(perThousand * 100)) / 100 : undefined;

	function submit(event: FormEvent): void {
		event.preventDefault();
		void send(async () => {
			if (Number.isNaN(amount)) throw new CallError('invalid-argument', { message: m.withdraw_amount_unclear() });
			const request = { method: 'gift-card' as const, amount: amount ?? null };
			attempt.current = continueAttempt(attempt.current, JSON.stringify(request), () => crypto.randomUUID());
			takeRequested(await call('requestPayout', { ...request, requestId: attempt.current.requestId }), 'gift-card');
			attempt.current = undefined;
			setText('');
			return true;
		});
	}

	return (
		<form noValidate onSubmit={submit} className="grid gap-4">
			<Field
				label={m.common_amount()}
				suffix={words.currencySign}
				inputMode="numeric"
				autoComplete="off"
				value={text}
				readOnly={isSending}
				onChange={(event) => {
					setText(event.currentTarget.value);
					forget();
				}}
				hint={
					value === undefined
						? m.cards_from({ min: formatWhole(min) })
						: withParts(m.cards_you_get({ value: formatDollars(value) }), { b: strong })
				}
			/>
			<Button type="submit" disabled={isSending}>
				{isSending ? m.withdraw_processing() : m.cards_get()}
			</Button>
			{answer && <Notice tone="success">{withParts(m.cards_follow(), { link: linkTo('/withdraw-history') })}</Notice>}
			{problem && (
				<InView>
					<Notice tone="error">
						{problem}
						<HelpLink message={problem} />
					</Notice>
				</InView>
			)}
		</form>
	);
}
