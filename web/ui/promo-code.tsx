import { type FormEvent, useState } from 'react';
import { useCall } from '../lib/calls/clients.tsx';
import { messageOf } from '../lib/calls/refusal.ts';
import { formatAmount } from '../lib/format/amount.ts';
import { m } from '../texts/messages.js';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { HelpLink } from './help/help-link.tsx';
import { Notice } from './notice.tsx';

type Progress = { kind: 'idle' | 'sending' } | { kind: 'done'; amount: number } | { kind: 'refused'; message: string };

export function PromoCode() {
	const call = useCall();
	const [code, setCode] = useState('');
	const [progress, setProgress] = useState<Progress>({ kind: 'idle' });

	async function redeem(event: FormEvent): Promise<void> {
		event.preventDefault();
		if (progress.kind === 'sending') return;
		if (code.trim() === '') return setProgress({ kind: 'refused', message: m.promo_enter_a_code() });
		setProgress({ kind: 'sending' });
		try {
			const { amount } = await call('redeemPromoCode', { code });
			setCode('');
			setProgress({ kind: 'done', amount });
		} catch (error) {
			setProgress({ kind: 'refused', message: messageOf(error, m.promo_failed()) });
		}
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
						readOnly={progress.kind === 'sending'}
						onChange={(event) => {
							setCode(event.currentTarget.value);
							setProgress({ kind: 'idle' });
						}}
					/>
				</div>
				<Button look="quiet" type="submit" className="mb-6.5" aria-disabled={progress.kind === 'sending' || undefined}>
					{progress.kind === 'sending' ? m.common_one_moment() : m.promo_redeem()}
				</Button>
			</div>
			{progress.kind === 'done' && (
				<Notice tone="success">{m.promo_redeemed({ amount: formatAmount(progress.amount) })}</Notice>
			)}
			{progress.kind === 'refused' && (
				<Notice tone="error">
					{progress.message}
					<HelpLink message={progress.message} />
				</Notice>
			)}
		</form>
	);
}
