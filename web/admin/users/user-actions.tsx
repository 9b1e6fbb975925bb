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
	shown: 'The user is shown this sentence.',
	kept: 'Gone with the account, like everything else that is written about them.',
	message: 'Message',
	send: 'Send',
	text: 'Message to the user',
	messageConsequence: 'They read it in the app and in a mail. It cannot be taken back.',
	messaged: 'The message is on its way.',
	pause: 'Pause withdrawals',
	pauseConsequence: 'They stay signed in and can earn, but cannot withdraw until you resume. They are told.',
	paused: 'Withdrawals are paused.',
	resume: 'Resume withdrawals',
	resumeConsequence: 'They can withdraw again at once.',
	resumed: 'They can withdraw again.',
	adjust: 'Adjust balance',
	adjustConsequence: `Moves ${words.currencySign} between our account and theirs. They see it in their history, with the reason.`,
	amount: `Amount in ${words.currencySign}, with a minus to take`,
	adjusted: (amount: string) => `${amount} booked.`,
	waits: (amount: string) => `${amount} waits for a second admin: it is above what one may move alone in a day.`,
	end: 'End sessions',
	endConsequence: 'They are signed out everywhere and have to sign in again.',
	ended: (count: number) => (count === 1 ? 'One session ended.' : `${count} sessions ended.`),
	forgive: 'Reset chargebacks',
	forgiveConsequence: (count: number) =>
		`Their ${count} counted chargeback(s) no longer lead to a ban. What was taken back stays taken back.`,
	forgiven: 'The count starts anew.',
	ban: 'Ban',
	banTitle: 'Ban this user',
	banConsequence: 'They are signed out everywhere at once and cannot sign in until you unban them. A mail tells them.',
	banned: 'They are banned.',
	unban: 'Unban',
	unbanConsequence: 'They can sign in again and find everything as it was. Chargebacks are counted anew.',
	unbanned: 'They can sign in again.',
	delete: 'Delete account',
	deleteConsequence: (balance: string) =>
		`Everything that tells who they are is erased for good, and their balance of ${balance} is forfeited. Nobody can bring it back.`,
	deleted: (amount: string) => `The account is deleted; ${amount} was forfeited.`,
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
