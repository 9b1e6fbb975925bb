import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useCall, useReadAccount, useUserDocument } from '../lib/calls/clients.tsx';
import { m } from '../texts/messages.js';
import { TextButton, textLinkLook } from '../ui/button.tsx';
import { CheckIcon } from '../ui/icons.tsx';

const linkLook = `${textLinkLook} inline-flex min-h-11 items-center`;

export function FirstSteps({ hasEarned }: { hasEarned: boolean | undefined }) {
	const call = useCall();
	const user = useUserDocument();
	const { data: hasWithdrawn } = useQuery({
		queryKey: ['first-steps', 'withdrawn'],
		queryFn: async ({ signal }) => (await call('getWithdrawHistory', { limit: 1 }, signal)).items.length > 0,
	});
	const readAccount = useReadAccount();
	const { data: isVerified } = useQuery({
		queryKey: ['first-steps', 'verified'],
		queryFn: async () => (await readAccount()).emailVerified,
		enabled: hasWithdrawn === false,
	});
	if (hasWithdrawn !== false || isVerified === undefined || hasEarned === undefined || user.kind !== 'ready') {
		return null;
	}
	return (
		<section aria-labelledby="first-steps" className="mb-8 rounded-card border border-line bg-card p-5 raised sm:p-6">
			<h2 id="first-steps" className="font-bold tracking-tight">
				{m.earn_first_steps()}
			</h2>
			<ol className="mt-2 grid gap-x-8 sm:grid-cols-2">
				<Step isDone={isVerified}>
					<Link to="/account" className={linkLook}>
						{m.earn_step_confirm_email()}
					</Link>
				</Step>
				<Step isDone={hasEarned}>{m.earn_step_first_offer()}</Step>
				<Step isDone={user.document.roblox_username !== null}>
					<TextButton className="min-h-11 text-left" onClick={() => sendApplicationEvent('username-wanted')}>
						{m.earn_step_link_account()}
					</TextButton>
				</Step>
				<Step isDone={false}>
					<Link to="/withdraw" className={linkLook}>
						{m.earn_step_make_pass()}
					</Link>
				</Step>
			</ol>
		</section>
	);
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
	return (
		<li className="flex min-h-11 items-center gap-3">
			<span
				className={`grid size-6 shrink-0 place-items-center rounded-full ${isDone ? 'bg-tint text-accent' : 'border border-edge'}`}
			>
				{isDone && <CheckIcon className="size-4" />}
				<span className="sr-only">{isDone ? m.earn_step_done() : m.earn_step_open()}</span>
			</span>
			<span className={`min-w-0 ${isDone ? 'text-soft' : ''}`}>{children}</span>
		</li>
	);
}
