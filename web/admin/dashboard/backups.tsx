import type { CallResult } from '../../../contract/calls.ts';
import { Notice } from '../../ui/basics.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { ExactTime } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

type BackupStatus = CallResult<'adminGetBackups'>;

const texts = { failed: "Couldn't load backups." };

const REFRESH_MS = 30_000;

export const useBackups = () => useAdminQuery('adminGetBackups', null, texts, { everyMs: REFRESH_MS });

export const areOff = ({ is_on, is_external }: BackupStatus) => !is_on && !is_external;

export function Backups() {
	const { data, error, retry } = useBackups();
	return (
		<section
			id="backups"
			aria-label="Backups"
			className="scroll-mt-20 rounded-card border border-line bg-card p-5 raised"
		>
			<h2 className="font-bold tracking-tight">Backups</h2>
			<div className="mt-2 min-h-10 text-sm text-soft">
				{error && !data && <RetryNotice error={error} onRetry={retry} />}
				{data?.is_on && <Figures status={data} />}
				{data?.is_external && <p>Back up your own server where it runs, with pg_basebackup and WAL archiving.</p>}
				{data && areOff(data) && (
					<p className="font-semibold text-danger">
						Backups are off. If this disk fails, every balance is lost. Set BACKUP_DIR.
					</p>
				)}
				{data?.server}
			</div>
		</section>
	);
}

function Figures({ status }: { status: BackupStatus }) {
	const { latest, proven, archived_at, failing_since, archive_problem, decrypted_at } = status;
	return (
		<>
			<p className="text-base text-ink">
				{proven ? (
					<>
						Last verified restore: <TimeAgo timeMs={proven.at} />,{' '}
						<span className="figures">{`${Math.round(proven.took_ms / 1000)} s`}</span>
						{latest?.bytes != null && <span className="text-soft"> · {`${(latest.bytes / 1e6).toFixed(1)} MB`}</span>}
					</>
				) : (
					'No backup has been verified yet.'
				)}
			</p>
			{latest?.finished_at === null && latest.problem === null && (
				<p>{`Backup in progress: ${Math.floor(latest.share * 100)}%`}</p>
			)}
			{latest?.problem && <p className="text-danger">{latest.problem}</p>}
			{failing_since === null ? (
				archived_at !== null && (
					<p>
						Last change archived <TimeAgo timeMs={archived_at} />
					</p>
				)
			) : (
				<p className="text-danger">
					Changes haven't been archived since <ExactTime timeMs={failing_since} />: {archive_problem}
				</p>
			)}
			{decrypted_at !== null && (
				<p>
					Decryption verified <TimeAgo timeMs={decrypted_at} />
				</p>
			)}
		</>
	);
}

export function RestoredNotice() {
	const { data } = useBackups();
	return data?.restored ? <Restored restored={data.restored} /> : null;
}

function Restored({ restored }: { restored: NonNullable<BackupStatus['restored']> }) {
	const { until, restored_at, orders, walls, sessions, gap } = restored;
	return (
		<div className="mb-6">
			<Notice tone="error">
				<p className="font-bold">
					This site was restored to its state at <ExactTime timeMs={until} />.
				</p>
				<p>Payouts are off until you turn them on under Withdrawals. First:</p>
				<ul className="mt-2 list-disc ps-5">
					<li>
						{`Open orders: ${orders.length}. Our status and the vendor's:`}
						{orders.map(({ order_id, vendor, ours, theirs }) => (
							<span key={order_id} className="block">
								{order_id} ({vendor}): {ours} / {theirs ?? 'not checked yet'}
							</span>
						))}
					</li>
					<li>
						Vendors don't list orders placed after this time. Copy their order IDs from the vendor's site into a file,
						one per line, and run ask-vendor. Orders that only the vendor has then appear under Withdrawals, so you can
						correct balances.
					</li>
					<li>
						Ask each partner to resend its postbacks:
						{[...walls, { wall: 'all others', last_at: until }].map(({ wall, last_at }) => (
							<span key={wall} className="block">
								{wall}: from <ExactTime timeMs={last_at} /> until <ExactTime timeMs={restored_at} />
							</span>
						))}
					</li>
					<li>{`${sessions} sessions were signed out. Accounts created after this time are gone.`}</li>
					{gap && <li>{gap}</li>}
				</ul>
			</Notice>
		</div>
	);
}
