import { useState } from 'react';
import { PASSKEY_NAME_LENGTH_MAX } from '../../../contract/limits.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { useRequest } from '../../lib/calls/use-request.ts';
import { useRecentSignIn } from '../../lib/recent-sign-in.ts';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Button, Field, Notice, RetryNotice, Skeleton, withParts } from '../../ui/basics.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AuthForm } from '../sign-in/auth-form.tsx';
import { AccountSection, ChangeButton, ChangeForm, Fact, focusSection } from './account-section.tsx';
import { useAccountRequests, useOwnAccount } from './own-account.tsx';

const ID = 'passkeys';

export function PasskeySection() {
	const { listPasskeys, addPasskey, removePasskey } = useAccountRequests();
	const recent = useRecentSignIn();
	const { reload: refreshAccount } = useOwnAccount();
	const { answer, error, reload } = useRequest(listPasskeys);
	const [isAdding, setAdding] = useState(false);
	const [success, setSuccess] = useState<string>();
	const removing = useSending(m.refusal_auth_internal_error());

	async function change(action: () => Promise<unknown>, sentence: string): Promise<void> {
		setSuccess(undefined);
		await recent.run(action, { place: ID });
		setAdding(false);
		setSuccess(sentence);
		await Promise.all([reload(), refreshAccount()]);
		focusSection(ID);
	}

	return (
		<AccountSection id={ID} title={m.identity_passkeys()} lead={m.identity_passkeys_lead()}>
			{error && !answer ? (
				<RetryNotice error={messageOf(error, m.identity_passkeys_failed())} onRetry={reload} />
			) : (
				<div className="grid gap-5" aria-busy={!answer}>
					{!answer && <Skeleton className="h-11 w-full" />}
					{answer?.passkeys.map(({ id, name, lastUsedAt }) => (
						<Fact
							key={id}
							label={lastUsedAt === null ? m.identity_passkey_unused() : usedAgo(lastUsedAt)}
							action={
								<Button
									look="quiet"
									className="min-h-11 shrink-0"
									aria-label={m.identity_passkey_remove({ name })}
									aria-disabled={removing.isSending || undefined}
									onClick={() =>
										void removing.send(() => change(() => removePasskey(id), m.identity_passkey_removed()))
									}
								>
									{m.identity_remove()}
								</Button>
							}
						>
							{name}
						</Fact>
					))}
					{answer?.passkeys.length === 0 && <p className="text-soft">{m.identity_passkeys_none()}</p>}
				</div>
			)}
			{success && <Notice tone="success">{success}</Notice>}
			{removing.problem && <Notice tone="error">{removing.problem}</Notice>}
			<div className="justify-self-start">
				<ChangeButton
					isOpen={isAdding}
					label={m.identity_passkey_add()}
					onToggle={() => {
						setSuccess(undefined);
						setAdding(!isAdding);
					}}
				/>
			</div>
			{isAdding && (
				<ChangeForm>
					<AuthForm
						action={m.identity_passkey_add()}
						busy={m.common_continue()}
						check={({ name }) => ({ name: name?.trim() ? undefined : m.identity_passkey_name_hint() })}
						send={({ name = '' }) => change(() => addPasskey(name.trim()), m.identity_passkey_added())}
					>
						{(problems) => (
							<Field
								label={m.identity_passkey_name()}
								name="name"
								maxLength={PASSKEY_NAME_LENGTH_MAX}
								hint={m.identity_passkey_name_hint()}
								problem={problems.name}
							/>
						)}
					</AuthForm>
				</ChangeForm>
			)}
		</AccountSection>
	);
}

const usedAgo = (timeMs: number) => withParts(m.identity_passkey_used(), { time: () => <TimeAgo timeMs={timeMs} /> });
