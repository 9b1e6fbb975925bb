import { useState } from 'react';
import type { SessionsAnswer } from '../../../contract/accounts/identity.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Badge, Button, Notice, RetryNotice, Skeleton, withParts } from '../../ui/basics.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AccountSection, focusSection } from './account-section.tsx';
import { useAccountRequests, useOwnAccount, useOwnSessions } from './own-account.tsx';

type Device = SessionsAnswer['sessions'][number];
const ID = 'devices';

export function DevicesSection() {
	const { answer, error, reload } = useOwnSessions();
	const { ending, ended, problem, end, endOthers } = useEnding();
	const devices = answer?.sessions;
	const others = devices?.filter(({ isCurrent }) => !isCurrent) ?? [];
	return (
		<AccountSection id={ID} title={m.identity_your_devices()} lead={m.identity_where_you_are_signed()}>
			{devices || !error ? (
				<ul aria-label={m.identity_devices()} aria-busy={!devices} className="grid divide-y divide-line">
					{devices?.map((device) => (
						<DeviceRow key={device.id} device={device} isEnding={ending === device.id} onEnd={() => void end(device)} />
					)) ?? <PlaceholderRow />}
				</ul>
			) : (
				<RetryNotice error={messageOf(error, m.identity_failed_to_load_devices())} onRetry={reload} />
			)}
			{ended && <Notice tone="success">{ended}</Notice>}
			{problem && <Notice tone="error">{problem}</Notice>}
			{others.length > 0 && (
				<Button
					look="quiet"
					className="justify-self-start"
					aria-disabled={ending === 'others' || undefined}
					onClick={() => void endOthers()}
				>
					{ending === 'others' ? m.identity_ending() : m.identity_end_all_other_sessions()}
				</Button>
			)}
		</AccountSection>
	);
}

function useEnding() {
	const { endSession, endOtherSessions } = useAccountRequests();
	const { reload: refreshAccount } = useOwnAccount();
	const [ending, setEnding] = useState<string>();
	const { answer: ended, problem, isSending, send } = useSending<string>(m.refusal_auth_internal_error());

	const run = (what: string, action: () => Promise<string>) =>
		send(async () => {
			setEnding(what);
			const message = await action();
			await refreshAccount();
			focusSection(ID);
			return message;
		});

	return {
		ending: isSending ? ending : undefined,
		ended,
		problem,
		end: ({ id, device }: Device) =>
			run(id, async () => {
				const { revoked } = await endSession(id);
				return revoked ? m.identity_session_ended({ device }) : m.identity_session_gone({ device });
			}),
		endOthers: () =>
			run('others', async () => {
				const { revoked } = await endOtherSessions();
				return revoked > 0 ? m.identity_other_sessions_ended({ count: revoked }) : m.identity_no_other_sessions();
			}),
	};
}

type DeviceRowProps = { device: Device; isEnding: boolean; onEnd: () => void };

function DeviceRow({ device: { device, lastUsedAt, isCurrent }, isEnding, onEnd }: DeviceRowProps) {
	return (
		<li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
					{device}
					{isCurrent && <Badge tone="good">{m.identity_this_device()}</Badge>}
				</p>
				<p className="mt-0.5 text-sm text-soft">
					{withParts(m.identity_last_active(), { time: () => <TimeAgo timeMs={lastUsedAt} /> })}
				</p>
			</div>
			{!isCurrent && (
				<Button
					look="quiet"
					className="min-h-11"
					aria-label={m.identity_end_session_device({ device })}
					aria-disabled={isEnding || undefined}
					onClick={onEnd}
				>
					{isEnding ? m.identity_ending() : m.identity_end_session()}
				</Button>
			)}
		</li>
	);
}

function PlaceholderRow() {
	return (
		<li className="flex min-h-16 items-center pb-0">
			<span className="sr-only">{m.common_loading()}</span>
			<Skeleton className="h-4 w-56" />
		</li>
	);
}
