import { type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { brand } from '../../lib/format/formats.ts';
import { optional } from '../../lib/optional.ts';
import { useRecentSignIn } from '../../lib/recent-sign-in.ts';
import { saveFile } from '../../lib/save-file.ts';
import { m } from '../../texts/messages.js';
import { Badge, Button, Notice, Skeleton, TextButton } from '../../ui/basics.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx';
import { AccountSection, ChangeButton, ChangeForm, Fact, focusSection } from './account-section.tsx';
import { type AuthenticatorSecret, useAccountRequests, useOwnAccount } from './own-account.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';

const QrCode = optional(() => import('../../ui/qr-code.tsx').then(({ QrCode }) => QrCode));

type AuthenticatorSetUpProps = { secret: AuthenticatorSecret; onCancel: () => void; onDone: () => Promise<void> };

function AuthenticatorSetUp({ secret: { totpURI, backupCodes }, onCancel, onDone }: AuthenticatorSetUpProps) {
	const start = useRef<HTMLHeadingElement>(null);
	useEffect(() => start.current?.focus(), []);
	const secret = new URL(totpURI).searchParams.get('secret') ?? '';
	return (
		<ol className="grid gap-8 border-t border-line pt-5">
			<Step number={1} title={m.identity_add_the_account()} titleRef={start}>
				<p className="text-soft">{m.identity_scan_this_picture()}</p>
				<div className="mt-4 size-48">
					<Suspense fallback={<Skeleton className="size-48" />}>
						<QrCode text={totpURI} label={m.identity_qr_code_for_your_authenticator()} />
					</Suspense>
				</div>
				<p className="mt-4 text-soft">{m.identity_on_this_very_device_enter()}</p>
				<p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
					<code className="font-mono font-semibold [overflow-wrap:anywhere]">{inFours(secret)}</code>
					<CopyButton text={secret} label={m.identity_copy_the_key()} />
				</p>
			</Step>
			<Step number={2} title={m.identity_keep_your_recovery_codes()}>
				<RecoveryCodes codes={backupCodes} />
			</Step>
			<Step number={3} title={m.identity_enter_the_code()}>
				<div className="mt-3 max-w-md">
					<SecondFactorForm isSetUp onDone={() => void onDone()} />
					<p className="text-sm">
						<TextButton className="min-h-11" onClick={onCancel}>
							{m.identity_not_now()}
						</TextButton>
					</p>
				</div>
			</Step>
		</ol>
	);
}

type StepProps = { number: number; title: string; titleRef?: Ref<HTMLHeadingElement>; children: ReactNode };

function Step({ number, title, titleRef, children }: StepProps) {
	return (
		<li className="flex gap-3">
			<span
				aria-hidden="true"
				className="grid size-6 shrink-0 place-items-center rounded-full bg-tint text-xs font-bold text-accent figures"
			>
				{number}
			</span>
			<div className="min-w-0 flex-1">
				<h3 ref={titleRef} tabIndex={-1} className="font-bold tracking-tight outline-none">
					{title}
				</h3>
				{children}
			</div>
		</li>
	);
}

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

function RecoveryCodes({ codes }: { codes: string[] }) {
	return (
		<div>
			<p className="text-soft">{m.identity_when_your_phone_is_lost()}</p>
			<ul
				aria-label={m.common_recovery_codes()}
				className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-sunken p-4 font-mono max-[23rem]:grid-cols-1"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="mt-2 flex flex-wrap items-center gap-x-6">
				<CopyButton text={codes.join('\n')} label={m.identity_copy_the_codes()} />
				<TextButton className="min-h-11 text-sm" onClick={() => download(codes)}>
					{m.identity_download_as_a_file()}
				</TextButton>
			</div>
		</div>
	);
}

function download(codes: string[]): void {
	const text = `${m.identity_recovery_codes_file()}\n\n${codes.join('\n')}\n`;
	saveFile(`${brand.toLowerCase()}-recovery-codes.txt`, text);
}

const ID = 'authenticator';

type Open =
	| { kind: 'nothing' }
	| { kind: 'begin' | 'remove' | 'renew-codes' }
	| { kind: 'set-up'; secret: AuthenticatorSecret }
	| { kind: 'codes'; codes: string[] };

const nothing: Open = { kind: 'nothing' };

export function AuthenticatorSection({ account }: { account: AccountAnswer }) {
	const [open, setOpen] = useState<Open>(nothing);
	const [success, setSuccess] = useState<string>();
	const { enabled, required, verified } = account.twoFactor;

	function toggle(kind: 'begin' | 'remove' | 'renew-codes'): void {
		setSuccess(undefined);
		setOpen(open.kind === kind ? nothing : { kind });
	}
	function finish(sentence: string): void {
		setOpen(nothing);
		setSuccess(sentence);
		focusSection(ID);
	}

	return (
		<AccountSection id={ID} title={m.identity_authenticator_app()} lead={m.identity_a_second_step_when()}>
			<Fact
				label={m.identity_status()}
				action={
					!enabled &&
					open.kind !== 'set-up' && (
						<ChangeButton
							isOpen={open.kind === 'begin'}
							isDisabled={!account.hasPassword}
							label={m.identity_set_up()}
							onToggle={() => toggle('begin')}
						/>
					)
				}
			>
				<Badge tone={enabled ? 'good' : required ? 'waiting' : 'plain'}>
					{enabled ? m.identity_on() : m.identity_off()}
				</Badge>
			</Fact>
			{required && !enabled && open.kind !== 'set-up' && <Notice tone="error">{m.refusal_totp_not_set_up()}</Notice>}
			{!enabled && !account.hasPassword && <Notice tone="info">{m.identity_authenticator_needs_password()}</Notice>}
			{success && <Notice tone="success">{success}</Notice>}
			{enabled && !verified && <StepUp />}
			{enabled && verified && <Managing open={open} canRemove={!required} onToggle={toggle} />}
			<OpenPart account={account} open={open} onOpen={setOpen} onDone={finish} />
		</AccountSection>
	);
}

function StepUp() {
	const { reload: refreshAccount } = useOwnAccount();
	return (
		<div className="border-t border-line pt-5">
			<p className="mb-4 text-soft">{m.identity_you_signed_in_here_without()}</p>
			<div className="max-w-md">
				<SecondFactorForm onDone={() => void refreshAccount()} />
			</div>
		</div>
	);
}

type ManagingProps = { open: Open; canRemove: boolean; onToggle: (kind: 'remove' | 'renew-codes') => void };

function Managing({ open, canRemove, onToggle }: ManagingProps) {
	return (
		<>
			<Fact
				label={m.common_recovery_codes()}
				action={
					<ChangeButton
						isOpen={open.kind === 'renew-codes'}
						label={m.identity_new_codes()}
						onToggle={() => onToggle('renew-codes')}
					/>
				}
			>
				<span className="font-normal">{m.identity_each_signs_you_in_once()}</span>
			</Fact>
			<Fact
				label={m.common_remove_the_app()}
				action={
					canRemove && (
						<ChangeButton
							isOpen={open.kind === 'remove'}
							label={m.identity_remove()}
							onToggle={() => onToggle('remove')}
						/>
					)
				}
			>
				<span className="font-normal">
					{canRemove ? m.identity_your_password_alone_will_sign() : m.identity_not_possible_every_admin_here()}
				</span>
			</Fact>
		</>
	);
}

type OpenPartProps = {
	account: AccountAnswer;
	open: Open;
	onOpen: (open: Open) => void;
	onDone: (sentence: string) => void;
};

function OpenPart({ account, open, onOpen, onDone }: OpenPartProps) {
	const requests = useAccountRequests();
	const recent = useRecentSignIn();
	const { reload: refreshAccount } = useOwnAccount();

	function withPassword<Result>(action: (password: string) => Promise<Result>, password: string): Promise<Result> {
		return recent.run(() => action(password), { password, place: ID });
	}

	const askPassword = (action: string, onSend: (password: string) => Promise<void>) => (
		<ChangeForm>
			<OwnPasswordForm account={account} action={action} onSend={onSend} />
		</ChangeForm>
	);

	switch (open.kind) {
		case 'nothing':
			return null;
		case 'begin':
			return askPassword(m.common_continue(), async (password) => {
				onOpen({ kind: 'set-up', secret: await withPassword(requests.beginAuthenticator, password) });
			});
		case 'set-up':
			return (
				<AuthenticatorSetUp
					secret={open.secret}
					onCancel={() => {
						onOpen(nothing);
						focusSection(ID);
					}}
					onDone={async () => {
						await refreshAccount();
						onDone(m.identity_authenticator_on());
					}}
				/>
			);
		case 'renew-codes':
			return askPassword(m.identity_make_new_codes(), async (password) => {
				const { backupCodes } = await withPassword(requests.renewRecoveryCodes, password);
				onOpen({ kind: 'codes', codes: backupCodes });
			});
		case 'codes':
			return (
				<div className="grid gap-5 border-t border-line pt-5">
					<RecoveryCodes codes={open.codes} />
					<Button className="justify-self-start" onClick={() => onDone(m.identity_recovery_codes_kept())}>
						{m.identity_i_have_kept_them()}
					</Button>
				</div>
			);
		case 'remove':
			return askPassword(m.common_remove_the_app(), async (password) => {
				await withPassword(requests.removeAuthenticator, password);
				await refreshAccount();
				onDone(m.identity_authenticator_off());
			});
	}
}
