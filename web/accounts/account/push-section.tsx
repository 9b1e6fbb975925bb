import { useCallback, useState } from 'react';
import type { PushKind } from '../../../contract/accounts/notices.ts';
import { currentSubscription, pushSupport, subscribe } from '../../lib/browser-push.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { messageOf } from '../../lib/calls/refusal.ts';
import { useRequest } from '../../lib/calls/use-request.ts';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Notice, RetryNotice, Skeleton } from '../../ui/basics.tsx';
import { AccountSection } from './account-section.tsx';

const names: Record<PushKind, string> = {
	credited: m.notices_push_on_credited(),
	paid: m.notices_push_on_paid(),
	answered: m.notices_push_on_answered(),
	expiring: m.notices_push_on_expiring(),
};

export function PushSection() {
	const call = useCall();
	const [support, setSupport] = useState(pushSupport);
	const load = useCallback(async () => {
		const endpoint = support === 'ready' ? (await currentSubscription())?.endpoint : undefined;
		return call('getPush', { endpoint });
	}, [call, support]);
	const { answer: push, error, reload } = useRequest(load);
	const saving = useSending<boolean>(m.notices_push_failed());
	const [saved, setSaved] = useState<PushKind[]>();
	const kinds = saved ?? push?.kinds ?? [];
	const [weekly = push?.weekly_mail ?? null, setWeekly] = useState<boolean>();

	async function saveWeekly(is_on: boolean): Promise<boolean> {
		setWeekly((await call('saveWeeklyMail', { is_on })).is_on);
		return true;
	}

	/** @returns false if the user does not allow notifications. */
	async function save(wanted: PushKind[], publicKey: string): Promise<boolean> {
		const isLast = wanted.length === 0;
		const subscription = isLast ? await currentSubscription() : await subscribe(publicKey);
		setSupport(pushSupport());
		if (!subscription) return isLast;
		const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
		setSaved((await call('savePush', { endpoint, p256dh, auth, kinds: wanted })).kinds);
		if (isLast) await subscription.unsubscribe();
		return true;
	}

	const unable = support === 'blocked' ? m.notices_push_blocked() : m.notices_push_unsupported();
	const hint = push && !push.has_earned ? m.notices_push_later() : support !== 'ready' && unable;
	const choices = Object.entries(push && !hint ? names : {}).map(([kind, label]) => {
		const others = kinds.filter((other) => other !== kind);
		const all = [...others, kind as PushKind];
		const choose = (isOn: boolean) => save(isOn ? all : others, push?.public_key ?? '');
		return { label, isOn: others.length < kinds.length, choose };
	});
	if (weekly !== null) choices.push({ label: m.notices_weekly(), isOn: weekly, choose: saveWeekly });
	return (
		<AccountSection id="push" title={m.notices_title()} lead={m.notices_push_lead()}>
			{error && !push ? (
				<RetryNotice error={messageOf(error, m.notices_failed_to_load())} onRetry={reload} />
			) : !push ? (
				<Skeleton className="h-32 w-full" />
			) : (
				<div>
					{hint && <p>{hint}</p>}
					{choices.map(({ label, isOn, choose }) => (
						<label key={label} className="flex min-h-11 items-center gap-3">
							<input
								type="checkbox"
								className="size-5 accent-accent"
								checked={isOn}
								aria-disabled={saving.isSending || undefined}
								onChange={({ target }) => void saving.send(() => choose(target.checked))}
							/>
							{label}
						</label>
					))}
				</div>
			)}
			{saving.answer && <Notice tone="success">{m.notices_push_saved()}</Notice>}
			{saving.problem && <Notice tone="error">{saving.problem}</Notice>}
		</AccountSection>
	);
}
