import { useEffect, useState } from 'react';
import type { CallResult } from '../../../contract/calls.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Button } from '../../ui/basics.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

export function PhoneCode({ offerId }: { offerId: string }) {
	const call = useCall();
	const [link, setLink] = useState<CallResult<'createOfferLink'>>();
	const [isExpired, setExpired] = useState(false);
	const { problem, isSending, send } = useSending(m.offers_cannot_be_opened());
	useEffect(() => {
		if (!link) return;
		setExpired(false);
		const timer = setTimeout(() => setExpired(true), link.expires_at - Date.now());
		return () => clearTimeout(timer);
	}, [link]);
	return (
		<div className="mt-4 grid gap-2 text-sm">
			{link && !isExpired && (
				<>
					<QrCode text={link.url} label={m.offers_on_phone()} />
					<p className="text-soft">{m.offers_on_phone_lead()}</p>
				</>
			)}
			<p aria-live="polite" className="empty:hidden">
				{isExpired ? m.offers_code_expired() : problem}
			</p>
			{(!link || isExpired) && (
				<Button
					look="quiet"
					aria-disabled={isSending}
					onClick={() => void send(async () => setLink(await call('createOfferLink', { id: offerId })))}
				>
					{m.offers_show_code()}
				</Button>
			)}
		</div>
	);
}
