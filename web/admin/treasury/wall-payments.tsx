import { useState } from 'react';
import { WALL_PAYMENT_USD_MAX } from '../../../contract/limits.ts';
import type { Receivable, WallPayment } from '../../../contract/treasury.ts';
import { words } from '../../lib/format/branding.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatDollars } from '../ui/dollars.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { figureLinkLook } from '../ui/figure-link.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { NumberField, SelectField, TextField } from '../ui/tables/filter-fields.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = {
	title: (wall: string, month: string) => `${wall}, ${month}`,
	kinds: [
		['paid', 'Payment received'],
		['invoiced', 'Invoice sent'],
	] as const,
	kindWords: { paid: 'Paid', invoiced: 'Invoiced' },
	failed: "Couldn't load payments.",
};

export function EnterPayment({ row: { wall_id, wall_name, month } }: { row: Receivable }) {
	const [requestId, setRequestId] = useState(() => crypto.randomUUID());
	return (
		<ActionButton
			needs="change-treasury"
			label="Record payment"
			title={texts.title(wall_name, month)}
			action="Record"
			consequence={`Entries are permanent. Correct mistakes with a negative entry. No ${words.currencySign} moves.`}
			done="Recorded."
			run={async ({ reason, fields, call }) => {
				const entered = await call('adminEnterWallPayment', {
					wall_id,
					month,
					kind: fields.get('kind') as WallPayment['kind'],
					usd: Number(fields.get('usd')),
					reference: String(fields.get('reference')).trim() || null,
					request_id: requestId,
					reason,
				});
				setRequestId(crypto.randomUUID());
				return entered;
			}}
		>
			<Entered wallId={wall_id} month={month} />
			<SelectField label="Type" name="kind" options={texts.kinds} />
			<NumberField
				label="Amount in $"
				name="usd"
				required
				min={-WALL_PAYMENT_USD_MAX}
				max={WALL_PAYMENT_USD_MAX}
				step={0.01}
			/>
			<TextField label="Invoice or transfer number (optional)" name="reference" maxLength={100} />
		</ActionButton>
	);
}

export function EnteredSum({ row, kind }: { row: Receivable; kind: WallPayment['kind'] }) {
	const [isOpen, setOpen] = useState(false);
	const { wall_id, wall_name, month } = row;
	const usd = kind === 'paid' ? row.paid_usd : row.invoiced_usd;
	if (usd === 0) return formatDollars(0);
	return (
		<>
			<button type="button" onClick={() => setOpen(true)} className={figureLinkLook}>
				{formatDollars(usd)}
			</button>
			<Dialog isOpen={isOpen} title={texts.title(wall_name, month)} onClose={() => setOpen(false)}>
				<div className="mt-4 text-start">{isOpen && <Entered wallId={wall_id} month={month} kind={kind} />}</div>
			</Dialog>
		</>
	);
}

type EnteredProps = { wallId: string; month: string; kind?: WallPayment['kind'] };

function Entered({ wallId, month, kind: only }: EnteredProps) {
	const { data, error, retry } = useAdminQuery('adminGetWallPayments', { wall_id: wallId, month }, texts);
	if (error) return <RetryNotice error={error} onRetry={retry} />;
	const rows = data?.filter(({ kind }) => !only || kind === only);
	if (!rows?.length) return <p className="text-sm text-soft">{rows && 'No entries yet.'}</p>;
	return (
		<ul className="grid gap-1 text-sm">
			{rows.map(({ id, kind, usd, reference, entered_at }) => (
				<li key={id} className="flex flex-wrap justify-between gap-x-4">
					<span>
						{texts.kindWords[kind]} <strong className="figures">{formatDollars(usd)}</strong> {reference}
					</span>
					<span className="text-soft">
						<ExactTime timeMs={entered_at} />
					</span>
				</li>
			))}
		</ul>
	);
}
