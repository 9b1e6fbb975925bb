import type { Restored } from './restore-backup.ts';

/**
 * What was restored, what the world knows better, and what a person does now.
 * @param into where it is, and how it is started.
 */
export function restoredInWords({ backup, until, findings, problems }: Restored, into: string): string {
	const { sessions, walls, orders, gap, checkpoint } = findings;
	const moment = until.toISOString();
	return [
		problems.length === 0 ? 'RESTORED, and the books hold.' : 'RESTORED, BUT NOT PROVEN:',
		...problems.map((problem) => `  - ${problem}`),
		`  from     ${backup}`,
		`  until    ${moment}: what was booked later is not in it`,
		`  into     ${into}`,
		...(gap ? [`  gap      ${gap}`] : []),
		'',
		'What the world knows better:',
		`  Orders   ${orders.length} are open here. Each vendor is asked about them at the start, and the dashboard says what it answered.`,
		...orders.map(({ order_id, vendor, ours }) => `             ${order_id} at ${vendor}, here ${ours}`),
		`           Orders after ${moment} are not in it, and no vendor lists them: write their ids off its pages into a file and run`,
		'           ask-vendor FILE. What only the vendor has stands under Withdrawals; balances are corrected by it.',
		'  Walls    have to send again what they sent since, until the site is up:',
		...walls.map(({ wall, last_at }) => `             ${wall}, since ${last_at}`),
		`             any other, since ${moment}`,
		`  People   ${sessions} sessions were ended: everybody signs in again. Accounts made since are gone.`,
		...(checkpoint
			? [
					`  Published  checkpoint ${checkpoint.n} of ${checkpoint.at} counts ${checkpoint.missing} transfers that are not in it.`,
				]
			: []),
		'',
		'Payouts are off, and the admin area says so, until somebody who may switches them on under Withdrawals.',
	].join('\n');
}
