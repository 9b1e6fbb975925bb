import { useState } from 'react';
import type { AdminUser } from '../../../contract/admin/user.ts';
import { ADJUSTMENT_MAX, MESSAGE_LENGTH_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { words } from '../../lib/format/branding.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { formatAmount } from '../ui/amount.ts';
import { NumberField } from '../ui/tables/filter-fields.tsx';

const texts = {
	group: 'Actions',
	shown: 'The user sees this.',
	kept: 'Deleted with the account.',
	message: 'Message',
	send: 'Send',
	text: 'Message to the user',
	messageConsequence: "Sends a notification and an email. You can't undo this.",
	messaged: 'Message sent.',
	pause: 'Pause withdrawals',
	pauseConsequence: "The user can still sign in and earn, but can't withdraw until you resume. We notify them.",
	paused: 'Withdrawals paused.',
	resume: 'Resume withdrawals',
	resumeConsequence: 'The user can withdraw again immediately.',
	resumed: 'Withdrawals resumed.',
	adjust: 'Adjust balance',
	adjustConsequence: `Moves ${words.currencySign} between our account and the user's balance. The user sees it in their history with your reason.`,
	amount: `Amount in ${words.currencySign} (negative to deduct)`,
	adjusted: (amount: string) => `Balance adjusted by ${amount}.`,
	waits: (amount: string) => `${amount} is above the daily limit for one admin and now waits for approval.`,
	end: 'Sign out everywhere',
	endConsequence: "Ends all of the user's sessions. They have to sign in again.",
	ended: (count: number) => (count === 1 ? '1 session ended.' : `${count} sessions ended.`),
	reset: 'Reset second factor',
	resetConsequence:
		'Removes the authenticator app and ends all sessions. The user gets an email, and larger withdrawals wait 7 days.',
	resetDone: 'Second factor reset.',
	forgive: 'Reset chargebacks',
	forgiveConsequence: (count: number) =>
		`The user's ${count === 1 ? 'active chargeback no longer counts' : `${count} active chargebacks no longer count`} towards a ban. Reversed rewards stay reversed.`,
	forgiven: 'Chargebacks reset.',
	ban: 'Ban',
	banTitle: 'Ban this user',
	banConsequence: "Signs the user out everywhere. They can't sign in until you unban them. We send them an email.",
	banned: 'User banned.',
	unban: 'Unban',
	unbanConsequence: 'The user can sign in again with everything as it was. Their chargeback count restarts.',
	unbanned: 'User unbanned.',
	delete: 'Delete account',
	deleteConsequence: (balance: string) =>
		`Permanently deletes all personal data. The balance of ${balance} is forfeited. You can't undo this.`,
	deleted: (amount: string) => `Account deleted. ${amount} was forfeited.`,
};

export function UserActions({ user }: { user: AdminUser }) {
	const call = useCall();
	const { uid, flags, wallet } = user;
	if (flags.deleted_at !== null) return null;
	return (
		<fieldset aria-label={texts.group} className="mb-6 flex flex-wrap gap-2">
			<legend className="sr-only">{texts.group}</legend>
			<Message uid={uid} />
			<AdjustBalance uid={uid} />
			{flags.paused_reason === null ? (
				<ActionButton
					needs="change-standing"
					label={texts.pause}
					consequence={texts.pauseConsequence}
					reasonHint={texts.shown}
					done={texts.paused}
					run={({ reason }) => call('adminPauseUser', { uid, reason })}
				/>
			) : (
				<ActionButton
					needs="change-standing"
					label={texts.resume}
					consequence={texts.resumeConsequence}
					done={texts.resumed}
					run={({ reason }) => call('adminResumeUser', { uid, reason })}
				/>
			)}
			<ActionButton
				needs="end-sessions"
				label={texts.end}
				consequence={texts.endConsequence}
				run={async ({ reason }) =>
					unlessProposed(await call('adminEndSessions', { uid, reason }), ({ ended }) => texts.ended(ended))
				}
			/>
			{user.profile.two_factor_enabled && (
				<ActionButton
					needs="change-standing"
					label={texts.reset}
					consequence={texts.resetConsequence}
					done={texts.resetDone}
					run={({ reason }) => call('adminResetSecondFactor', { uid, reason })}
				/>
			)}
			{flags.chargebacks > 0 && (
				<ActionButton
					needs="forgive-chargebacks"
					label={texts.forgive}
					consequence={texts.forgiveConsequence(flags.chargebacks)}
					done={texts.forgiven}
					run={({ reason }) => call('adminForgiveChargebacks', { uid, reason })}
				/>
			)}
			<BanOrUnban uid={uid} isBanned={flags.banned_at !== null} />
			<ActionButton
				needs="delete-users"
				label={texts.delete}
				tone="danger"
				consequence={texts.deleteConsequence(formatAmount(wallet.robux))}
				reasonHint={texts.kept}
				run={async ({ reason }) => {
					const gone = await call('adminDeleteUser', { uid, reason });
					return unlessProposed(gone, ({ forfeited }) => texts.deleted(formatAmount(forfeited)));
				}}
			/>
		</fieldset>
	);
}

function BanOrUnban({ uid, isBanned }: { uid: string; isBanned: boolean }) {
	const call = useCall();
	return isBanned ? (
		<ActionButton
			needs="change-standing"
			key="unban"
			label={texts.unban}
			consequence={texts.unbanConsequence}
			done={texts.unbanned}
			run={({ reason }) => call('adminUnbanUser', { uid, reason })}
		/>
	) : (
		<ActionButton
			needs="change-standing"
			key="ban"
			label={texts.ban}
			title={texts.banTitle}
			tone="danger"
			consequence={texts.banConsequence}
			reasonHint={texts.shown}
			done={texts.banned}
			run={({ reason }) => call('adminBanUser', { uid, reason })}
		/>
	);
}

function Message({ uid }: { uid: string }) {
	const call = useCall();
	return (
		<ActionButton
			needs="message-users"
			label={texts.message}
			action={texts.send}
			consequence={texts.messageConsequence}
			reason={{ label: texts.text, maxLength: MESSAGE_LENGTH_MAX }}
			done={texts.messaged}
			run={({ reason: message }) => call('adminMessageUser', { uid, message })}
		/>
	);
}

function AdjustBalance({ uid }: { uid: string }) {
	const call = useCall();
	return (
		<ActionButton
			needs="adjust-balances"
			label={texts.adjust}
			consequence={texts.adjustConsequence}
			reasonHint={texts.shown}
			run={async ({ reason, fields }) => {
				const amount = Number(fields.get('amount'));
				const requestId = String(fields.get('requestId'));
				const made = await call('adminAdjustBalance', { uid, amount, reason, requestId });
				return unlessProposed(made, ({ amount, state }) =>
					state === 'booked' ? texts.adjusted(formatAmount(amount)) : texts.waits(formatAmount(amount)),
				);
			}}
		>
			<AdjustFields />
		</ActionButton>
	);
}

function AdjustFields() {
	const [requestId] = useState(() => crypto.randomUUID());
	return (
		<>
			<NumberField label={texts.amount} name="amount" min={-ADJUSTMENT_MAX} max={ADJUSTMENT_MAX} step={0.01} required />
			<input type="hidden" name="requestId" value={requestId} />
		</>
	);
}
