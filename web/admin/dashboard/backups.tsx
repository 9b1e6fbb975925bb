import type { CallResult } from '../../../contract/calls.ts';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

type BackupStatus = CallResult<'adminGetBackups'>;

const texts = {
	title: 'Backups',
	off: 'Backups are off. If this disk fails, every balance is lost. Set BACKUP_DIR.',
	proven: 'Last verified restore:',
	never: 'No backup has been verified yet.',
	seconds: (ms: number) => `${Math.round(ms / 1000)} s`,
	underWay: (share: number) => `Backup in progress: ${Math.floor(share * 100)}%`,
	size: (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`,
	archived: 'Last change archived',
	failing: "Changes haven't been archived since",
	decrypted: 'Decryption verified',
	failed: "Couldn't load backups.",
};

const REFRESH_MS = 30_000;

export function Backups() {
	const { data, error, retry } = useAdminQuery('adminGetBackups', null, texts, { everyMs: REFRESH_MS });
	return (
		<section aria-label={texts.title} className="rounded-card border border-line bg-card p-5 raised">
			<h2 className="font-bold tracking-tight">{texts.title}</h2>
			<div className="mt-2 min-h-10 text-sm text-soft">
				{error && !data && <RetryNotice error={error} onRetry={retry} />}
				{data && (data.is_on ? <Figures status={data} /> : <p>{texts.off}</p>)}
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
						{texts.proven} <TimeAgo timeMs={proven.at} />,{' '}
						<span className="figures">{texts.seconds(proven.took_ms)}</span>
						{latest?.bytes != null && <span className="text-soft"> · {texts.size(latest.bytes)}</span>}
					</>
				) : (
					texts.never
				)}
			</p>
			{latest?.finished_at === null && latest.problem === null && <p>{texts.underWay(latest.share)}</p>}
			{latest?.problem && <p className="text-danger">{latest.problem}</p>}
			{failing_since === null ? (
				archived_at !== null && (
					<p>
						{texts.archived} <TimeAgo timeMs={archived_at} />
					</p>
				)
			) : (
				<p className="text-danger">
					{texts.failing} <ExactTime timeMs={failing_since} />: {archive_problem}
				</p>
			)}
			{decrypted_at !== null && (
				<p>
					{texts.decrypted} <TimeAgo timeMs={decrypted_at} />
				</p>
			)}
		</>
	);
}

const restoredTexts = {
	title: 'This site was restored to its state at',
	payouts: 'Payouts are off until you turn them on under Withdrawals. First:',
	orders: (count: number) => `Open orders: ${count}. Our status and the vendor's:`,
	notAsked: 'not checked yet',
	later:
		"Vendors don't list orders placed after this time. Copy their order IDs from the vendor's site into a file, one per line, and run ask-vendor. Orders that only the vendor has then appear under Withdrawals, so you can correct balances.",
	walls: 'Ask each partner to resend its postbacks:',
	from: 'from',
	until: 'until',
	otherWalls: 'all others',
	sessions: (count: number) => `${count} sessions were signed out. Accounts created after this time are gone.`,
};

export function RestoredNotice() {
	const { data } = useAdminQuery('adminGetBackups', null, texts, { everyMs: REFRESH_MS });
	return data?.restored ? <Restored restored={data.restored} /> : null;
}

function Restored({ restored }: { restored: NonNullable<BackupStatus['restored']> }) {
	const { until, restored_at, orders, walls, sessions, gap } = restored;
	return (
		<div className="mb-6">
			<Notice tone="error">
				<p className="font-bold">
					{restoredTexts.title} <ExactTime timeMs={until} />.
				</p>
				<p>{restoredTexts.payouts}</p>
				<ul className="mt-2 list-disc pl-5">
					<li>
						{restoredTexts.orders(orders.length)}
						{orders.map(({ order_id, vendor, ours, theirs }) => (
							<span key={order_id} className="block">
								{order_id} ({vendor}): {ours} / {theirs ?? restoredTexts.notAsked}
							</span>
						))}
					</li>
					<li>{restoredTexts.later}</li>
					<li>
						{restoredTexts.walls}
						{[...walls, { wall: restoredTexts.otherWalls, last_at: until }].map(({ wall, last_at }) => (
							<span key={wall} className="block">
								{wall}: {restoredTexts.from} <ExactTime timeMs={last_at} /> {restoredTexts.until}{' '}
								<ExactTime timeMs={restored_at} />
							</span>
						))}
					</li>
					<li>{restoredTexts.sessions(sessions)}</li>
					{gap && <li>{gap}</li>}
				</ul>
			</Notice>
		</div>
	);
}
