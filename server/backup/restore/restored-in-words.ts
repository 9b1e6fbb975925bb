import type { Restored } from './restore-backup.ts';

export function restoredInWords({ backup, until, findings, missing, problems }: Restored, into: string): string {
	const { sessions, walls, orders, checkpoint } = findings;
	const moment = until.toISOString();
	return [
		headline(missing, problems),
		...[...problems, ...missing].map((problem) => `  - ${problem}`),
		`  from     ${backup}`,
		`  until    ${moment} (later bookings are missing)`,
		`  into     ${into}`,
		'',
		'To do now:',
		`  Orders   ${orders.length} open. We check them with their vendors at the start and show the results on the dashboard.`,
		...orders.map(({ order_id, vendor, ours }) => `             ${order_id} at ${vendor}, status here: ${ours}`),
		`           Orders placed after ${moment} are missing, and vendors don't list them. Copy their IDs from the vendor's site into a file`,
		'           and run ask-vendor FILE. Orders that only the vendor has then appear under Withdrawals, so you can correct balances.',
		'  Walls    Ask each partner to resend its postbacks from these times until the site is up:',
		...walls.map(({ wall, last_at }) => `             ${wall}: from ${last_at}`),
		`             all others: from ${moment}`,
		`  Users    Everyone has to sign in again (sessions ended: ${sessions}). Accounts created later are gone.`,
		...(checkpoint
			? [
					`  Proof    Published checkpoint ${checkpoint.n} of ${checkpoint.at} contains ${checkpoint.missing} transfers that are missing here.`,
				]
			: []),
		'',
		'Payouts are off. Turn them on under Withdrawals in the admin area when you are done.',
	].join('\n');
}

function headline(missing: readonly string[], problems: readonly string[]): string {
	if (problems.length > 0) return 'RESTORED, BUT NOT PROVEN:';
	return missing.length > 0 ? 'RESTORED, BUT CHANGES ARE MISSING:' : 'RESTORED, and the books balance.';
}
