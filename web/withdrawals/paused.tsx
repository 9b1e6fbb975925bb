import { Link } from 'react-router';
import { words } from '../lib/words.ts';
import { Button, textLinkLook } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

type PausedProps = { reason: string; isAsking: boolean; onAskAgain: () => void };

/** In place of the form, for somebody whose withdrawals are paused: why, and what still works. */
export function Paused({ reason, isAsking, onAskAgain }: PausedProps) {
	return (
		<div className="grid min-h-84 content-center justify-items-start gap-4">
			<Notice tone="error">
				<p className="font-semibold">Withdrawals are paused for your account: {reason}</p>
			</Notice>
			<p className="text-soft">
				Your balance stays yours, and you can go on earning. A withdrawal that is open already goes on; you find it in
				your{' '}
				<Link to="/withdraw-history" className={textLinkLook}>
					withdraw history
				</Link>
				. Questions? Write to{' '}
				<a href={`mailto:${words.legalContact}`} className={`${textLinkLook} [overflow-wrap:anywhere]`}>
					{words.legalContact}
				</a>
				.
			</p>
			<Button look="quiet" aria-disabled={isAsking || undefined} onClick={onAskAgain}>
				{isAsking ? 'Checking…' : 'Check again'}
			</Button>
		</div>
	);
}
