import { type FormEvent, useId, useReducer } from 'react';
import { useLocation } from 'react-router';
import { GAME_USERNAME_LENGTH_MAX } from '../../../contract/limits.ts';
import { sendApplicationEvent } from '../../lib/application-events.ts';
import { useCall, useDataClient } from '../../lib/calls/clients.tsx';
import { messageOf, reasonOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, Field, Notice, TallLink } from '../../ui/basics.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { HelpLink } from '../../ui/help/help-link.tsx';
import { emptyUsernameForm, nextUsernameForm, type UsernameForm } from './username-form.ts';

const mendedByProof: readonly (string | undefined)[] = ['username-taken', 'game-account-unproven'];

type UsernameDialogProps = { isOpen: boolean; isProofWanted: boolean; onClose: () => void };

export function UsernameDialog({ isOpen, isProofWanted, onClose }: UsernameDialogProps) {
	const call = useCall();
	const data = useDataClient();
	const { pathname } = useLocation();
	const [form, send] = useReducer(nextUsernameForm, emptyUsernameForm);

	function close(): void {
		onClose();
		send({ kind: 'reset' });
	}

	async function run(step: UsernameForm['step'], action: () => Promise<void>, mayProve = false): Promise<void> {
		const failed = step === 'input' ? m.profile_failed_to_fetch_game_data() : m.profile_failed_to_update_profile();
		send({ kind: 'started' });
		try {
			await action();
		} catch (error) {
			const canProve = mayProve || mendedByProof.includes(reasonOf(error));
			send({ kind: 'failed', step, problem: messageOf(error, failed), canProve });
		}
	}

	async function lookUp(): Promise<void> {
		const username = form.username.trim();
		if (!username) return send({ kind: 'failed', step: 'input', problem: m.refusal_username_required() });
		await run('input', async () => {
			const { avatarUrl } = await call('getRobloxUser', { username });
			send({ kind: 'found', username, avatarUrl });
		});
	}

	async function save(avatarUrl: string | null): Promise<void> {
		if (isProofWanted) return startProof();
		if (!data) return send({ kind: 'failed', step: 'confirm', problem: m.refusal_must_be_logged_in() });
		await run('confirm', async () => {
			await data.updateUser({ roblox_username: form.username.toLowerCase(), avatar_url: avatarUrl });
			finish();
		});
	}

	async function startProof(): Promise<void> {
		const ask = async () => {
			const { phrase } = await call('startGameAccountProof', { username: form.username });
			send({ kind: 'phrase-given', phrase });
		};
		await run('confirm', ask, true);
	}

	const finishProof = () =>
		run('prove', async () => {
			const { linked } = await call('finishGameAccountProof', { username: form.username });
			if (linked) finish();
			else send({ kind: 'failed', step: 'prove', problem: m.profile_phrase_not_found() });
		});

	function finish(): void {
		close();
		sendApplicationEvent('profile-updated');
	}

	return (
		<Dialog isOpen={isOpen} title={m.profile_your_platform_account()} onClose={close}>
			{form.step === 'input' && (
				<InputStep form={form} onType={(username) => send({ kind: 'typed', username })} onContinue={lookUp} />
			)}
			{form.step === 'confirm' && (
				<ConfirmStep
					form={form}
					onYes={() => save(form.avatarUrl)}
					onNo={() => send({ kind: 'declined' })}
					onProve={startProof}
				/>
			)}
			{form.step === 'prove' && <ProofStep form={form} onAdded={finishProof} />}
			{form.problem && <HelpLink message={form.problem} />}
			{!data && form.problem && (
				<TallLink to={`/login?next=${pathname}`} className="mt-2">
					{m.common_sign_in()}
				</TallLink>
			)}
		</Dialog>
	);
}

type InputStepProps = {
	form: UsernameForm & { step: 'input' };
	onType: (username: string) => void;
	onContinue: () => void;
};

function InputStep({ form, onType, onContinue }: InputStepProps) {
	function submit(event: FormEvent): void {
		event.preventDefault();
		if (!form.isBusy) onContinue();
	}
	return (
		<form noValidate onSubmit={submit} className="mt-2 grid gap-3">
			<p className="mb-2 text-soft">{m.profile_payouts_go_to_this_account()}</p>
			<Field
				label={m.common_username()}
				value={form.username}
				problem={form.problem}
				onChange={(event) => onType(event.currentTarget.value)}
				maxLength={GAME_USERNAME_LENGTH_MAX}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
			/>
			<Button type="submit" disabled={form.isBusy}>
				{form.isBusy ? m.profile_looking() : m.common_continue()}
			</Button>
		</form>
	);
}

type ConfirmStepProps = {
	form: UsernameForm & { step: 'confirm' };
	onYes: () => void;
	onNo: () => void;
	onProve: () => void;
};

function ConfirmStep({ form, onYes, onNo, onProve }: ConfirmStepProps) {
	return (
		<div className="mt-4 grid gap-5">
			<div className="grid justify-items-center gap-1 text-center">
				<Avatar src={form.avatarUrl} username={form.username} className="size-24 border border-line text-2xl" />
				<p className="mt-3 text-lg font-bold [overflow-wrap:anywhere]">@{form.username}</p>
				<p className="text-soft">{m.profile_is_this_you()}</p>
			</div>
			{form.problem && <Notice tone="error">{form.problem}</Notice>}
			{form.canProve && <Button onClick={onProve}>{m.profile_prove_it_is_yours()}</Button>}
			<div className="grid grid-cols-2 gap-3">
				<Button look="quiet" disabled={form.isBusy} onClick={onNo}>
					{m.common_no()}
				</Button>
				<Button disabled={form.isBusy} onClick={onYes} autoFocus>
					{form.isBusy ? m.common_saving() : m.common_yes()}
				</Button>
			</div>
		</div>
	);
}

function ProofStep({ form, onAdded }: { form: UsernameForm & { step: 'prove' }; onAdded: () => void }) {
	const id = useId();
	return (
		<div className="mt-2 grid gap-4">
			<p className="text-soft">{m.profile_add_the_phrase({ username: form.username })}</p>
			<div>
				<label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
					{m.profile_copy_the_phrase()}
				</label>
				<output id={id} className="block rounded-control bg-sunken p-4 font-mono select-all">
					{form.phrase}
				</output>
			</div>
			{form.problem && <Notice tone="error">{form.problem}</Notice>}
			<Button disabled={form.isBusy} onClick={onAdded}>
				{form.isBusy ? m.profile_looking() : m.profile_i_have_added_it()}
			</Button>
		</div>
	);
}
