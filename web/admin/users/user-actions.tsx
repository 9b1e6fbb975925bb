import type { AdminUser } from '../../../contract/admin/user.ts';
import { ADJUSTMENT_MAX, MESSAGE_LENGTH_MAX } from '../../../contract/limits.ts';
import { words } from '../../lib/format/formats.ts';
import { ActionButton, NumberField, RequestId, unlessProposed } from '../ui/forms.tsx';
import { formatAmount } from '../ui/values.tsx';

const shownText = 'The user sees this.';
const endedText = (count: number) => (count === 1 ? '1 session ended.' : `${count} sessions ended.`);
const forgiveConsequenceText = (count: number) =>
	`The user's ${count === 1 ? 'active chargeback no longer counts' : `${count} active chargebacks no longer count`} towards a ban. Reversed rewards stay reversed.`;
const deleteConsequenceText = (balance: string) =>
	`Permanently deletes all personal data. The balance of ${balance} is forfeited. You can't undo this.`;

export function UserActions({ user }: { user: AdminUser }) {
	const { uid, flags, wallet } = user;
	if (flags.deleted_at !== null) return null;
	return (
		<fieldset aria-label="Actions" className="mb-6 flex flex-wrap gap-2">
			<legend className="sr-only">Actions</legend>
			<Message uid={uid} />
			<AdjustBalance uid={uid} />
			{flags.paused_reason === null ? (
				<ActionButton
					needs="change-standing"
					label="Pause withdrawals"
					consequence="The user can still sign in and earn, but can't withdraw until you resume. We notify them."
					reasonHint={shownText}
					done="Withdrawals paused."
					run={({ reason, call }) => call('adminPauseUser', { uid, reason })}
				/>
			) : (
				<ActionButton
					needs="change-standing"
					label="Resume withdrawals"
					consequence="The user can withdraw again immediately."
					done="Withdrawals resumed."
					run={({ reason, call }) => call('adminResumeUser', { uid, reason })}
				/>
			)}
			<ActionButton
				needs="end-sessions"
				label="Sign out everywhere"
				consequence="Ends all of the user's sessions. They have to sign in again."
				run={async ({ reason, call }) =>
					unlessProposed(await call('adminEndSessions', { uid, reason }), ({ ended }) => endedText(ended))
				}
			/>
			{user.profile.two_factor_enabled && (
				<ActionButton
					needs="change-standing"
					label="Reset second factor"
					consequence="Removes the authenticator app and ends all sessions. The user gets an email, and larger withdrawals wait 7 days."
					done="Second factor reset."
					run={({ reason, call }) => call('adminResetSecondFactor', { uid, reason })}
				/>
			)}
			{flags.chargebacks > 0 && (
				<ActionButton
					needs="forgive-chargebacks"
					label="Reset chargebacks"
					consequence={forgiveConsequenceText(flags.chargebacks)}
					done="Chargebacks reset."
					run={({ reason, call }) => call('adminForgiveChargebacks', { uid, reason })}
				/>
			)}
			<BanOrUnban uid={uid} isBanned={flags.banned_at !== null} />
			<ActionButton
				needs="delete-users"
				label="Delete account"
				tone="danger"
				consequence={deleteConsequenceText(formatAmount(wallet.robux))}
				reasonHint="Deleted with the account."
				run={async ({ reason, call }) => {
					const gone = await call('adminDeleteUser', { uid, reason });
					return unlessProposed(gone, ({ forfeited }) => `Account deleted. ${formatAmount(forfeited)} was forfeited.`);
				}}
			/>
		</fieldset>
	);
}

function BanOrUnban({ uid, isBanned }: { uid: string; isBanned: boolean }) {
	return isBanned ? (
		<ActionButton
			needs="change-standing"
			key="unban"
			label="Unban"
			consequence="The user can sign in again with everything as it was. Their chargeback count restarts."
			done="User unbanned."
			run={({ reason, call }) => call('adminUnbanUser', { uid, reason })}
		/>
	) : (
		<ActionButton
			needs="change-standing"
			key="ban"
			label="Ban"
			title="Ban this user"
			tone="danger"
			consequence="Signs the user out everywhere. They can't sign in until you unban them. We send them an email."
			reasonHint={shownText}
			done="User banned."
			run={({ reason, call }) => call('adminBanUser', { uid, reason })}
		/>
	);
}

function Message({ uid }: { uid: string }) {
	return (
		<ActionButton
			needs="message-users"
			label="Message"
			action="Send"
			consequence="Sends a notification and an email. You can't undo this."
			reason={{ label: 'Message to the user', maxLength: MESSAGE_LENGTH_MAX }}
			done="Message sent."
			run={({ reason: message, call }) => call('adminMessageUser', { uid, message })}
		/>
	);
}

function AdjustBalance({ uid }: { uid: string }) {
	return (
		<ActionButton
			needs="adjust-balances"
			label="Adjust balance"
			consequence={`Moves ${words.currencySign} between our account and the user's balance. The user sees it in their history with your reason.`}
			reasonHint={shownText}
			run={async ({ reason, fields, call }) => {
				const amount = Number(fields.get('amount'));
				const requestId = String(fields.get('requestId'));
				const made = await call('adminAdjustBalance', { uid, amount, reason, requestId });
				return unlessProposed(made, ({ amount, state }) =>
					state === 'booked'
						? `Balance adjusted by ${formatAmount(amount)}.`
						: `${formatAmount(amount)} is above the daily limit for one admin and now waits for approval.`,
				);
			}}
		>
			<NumberField
				label={`Amount in ${words.currencySign} (negative to deduct)`}
				name="amount"
				min={-ADJUSTMENT_MAX}
				max={ADJUSTMENT_MAX}
				step={0.01}
				required
			/>
			<RequestId />
		</ActionButton>
	);
}
