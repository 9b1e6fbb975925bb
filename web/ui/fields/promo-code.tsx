import { type FormEvent, useState } from 'react';
import { CallError } from '../../../contract/errors.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { formatAmount } from '../../lib/format/formats.ts';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Button, Field, Notice } from '../basics.tsx';
import { HelpLink } from '../help/help-link.tsx';

export function PromoCode() {
	const call = useCall();
	const [code, setCode] = useState('');
	const { answer, problem, isSending, send, forget } = useSending<{ amount: number }>(m.promo_failed());

	function redeem(event: FormEvent): void {
		event.preventDefault();
		void send(async () => {
			if (code.trim() === '') throw new CallError('invalid-argument', { message: m.promo_enter_a_code() });
			const redeemed = await call('redeemPromoCode', { code });
			setCode('');
			return redeemed;
		});
	}

	return (
		<form noValidate onSubmit={redeem}>
			<div className="flex flex-wrap items-end gap-x-3">
				<div className="min-w-[min(100%,8rem)] flex-1">
					<Field
						label={m.promo_code()}
						autoComplete="off"
						autoCapitalize="characters"
						spellCheck={false}
						maxLength={100}
						value={code}
						readOnly={isSending}
						onChange={(event) => {
							setCode(event.currentTarget.value);
							forget();
						}}
					/>
				</div>
				<Button look="quiet" type="submit" className="mb-6.5" aria-disabled={isSending || undefined}>
					{isSending ? m.common_one_moment() : m.promo_redeem()}
				</Button>
			</div>
			{answer && <Notice tone="success">{m.promo_redeemed({ amount: formatAmount(answer.amount) })}</Notice>}
			{problem && (
				<Notice tone="error">
					{problem}
					<HelpLink message={problem} />
				</Notice>
			)}
		</form>
	);
}
