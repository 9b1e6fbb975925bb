import type { ReactNode } from 'react';
import type { CallResult } from '../../contract/calls.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { formatDollars } from '../lib/format/formats.ts';
import { useRecentSignIn } from '../lib/recent-sign-in.ts';
import { useSending } from '../lib/use-sending.ts';
import { m } from '../texts/messages.js';
import { Button, Notice } from './basics.tsx';
import { CopyButton } from './copy-button.tsx';

type Codes = CallResult<'getPayoutCodes'>;

/** Renders nothing for users without gift cards. Unmounting it forgets the codes. */
export function PayoutCodes({ around }: { around: (codes: ReactNode) => ReactNode }) {
	const { data } = useCallQuery('getWithdrawLimits', null, { queryKey: ['withdraw-limits'] });
	return data && (data.codes > 0 || data.methods.length > 0) ? around(<ShownCodes count={data.codes} />) : null;
}

function ShownCodes({ count }: { count: number }) {
	const call = useCall();
	const recent = useRecentSignIn();
	const { answer: codes, problem, isSending, send } = useSending<Codes>(m.cards_failed());
	if (count === 0) return <p className="text-soft">{m.cards_none()}</p>;
	return (
		<>
			{codes ? (
				<ul className="grid gap-4" aria-label={m.cards_title()}>
					{codes.map((code) => (
						<li key={code.order_id} className="grid gap-1">
							<span className="text-sm text-soft [overflow-wrap:anywhere]">
								{m.cards_worth({ value: formatDollars(code.value) })} · {code.order_id}
							</span>
							{code.code === null ? (
								<span>{m.cards_unreadable()}</span>
							) : (
								<span className="flex flex-wrap items-center justify-between gap-x-4">
									<code className="font-mono font-semibold [overflow-wrap:anywhere] select-all">{code.code}</code>
									<CopyButton text={code.code} label={m.cards_copy()} />
								</span>
							)}
						</li>
					))}
				</ul>
			) : (
				<Button
					look="quiet"
					className="justify-self-start"
					disabled={isSending}
					onClick={() => void send(() => recent.run(() => call('getPayoutCodes', null), { place: 'gift-cards' }))}
				>
					{isSending ? m.cards_loading() : m.cards_show()}
				</Button>
			)}
			{problem && <Notice tone="error">{problem}</Notice>}
		</>
	);
}
