import { Link } from 'react-router';
import { words } from '../lib/words.ts';
import { Button, textLinkLook } from '../ui/button.tsx';
import { AlertIcon } from '../ui/icons.tsx';

type PausedProps = { reason: string; isAsking: boolean; onAskAgain: () => void };

/** In place of the form, for somebody whose withdrawals are paused: why, and what still works. */
export function Paused({ reason, isAsking, onAskAgain }: PausedProps) {
	return (
		<div className="grid min-h-84 content-center justify-items-start gap-4">
			<p role="status" className="flex gap-3 rounded-control bg-warn-tint p-4 font-semibold text-warn">
				<AlertIcon className="mt-px size-5" />
				<span className="min-w-0 flex-1 break-words">Withdrawals are paused for your account: {reason}</span>
			</p>
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
