import { type ReactNode, type Ref, Suspense, useEffect, useRef } from 'react';
import { optional } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { TextButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx';
import type { AuthenticatorSecret } from './account-requests.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const QrCode = optional(() => import('../../ui/qr-code.tsx').then(({ QrCode }) => QrCode));

type AuthenticatorSetUpProps = { secret: AuthenticatorSecret; onCancel: () => void; onDone: () => Promise<void> };

export function AuthenticatorSetUp({ secret: { totpURI, backupCodes }, onCancel, onDone }: AuthenticatorSetUpProps) {
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
					<code className="font-mono font-semibold tracking-wider [overflow-wrap:anywhere]">{inFours(secret)}</code>
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

function inFours(secret: string): string {
	return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}
