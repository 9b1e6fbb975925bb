import './receipt.css';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { Receipt, ReceiptState } from '../../contract/proof/proof.ts';
import { useRequest } from '../lib/calls/use-request.ts';
import { formatAmount, formatMoment } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { Button, buttonLook, Notice, Page, RetryNotice, Skeleton, TextLink } from '../ui/basics.tsx';
import { CheckLine } from './check-line.tsx';
import { checkReceipt, type ReceiptCheck } from './check-receipt.ts';
import type { Verdict } from './signature.ts';

type Found = { receipt: Receipt; state: ReceiptState };

/** Public to holders of the address, so it is not indexed. */
export default function ReceiptPage() {
	const { id = '' } = useParams();
	return (
		<Page title={m.receipt_title()} lead={m.receipt_lead()} className="grid max-w-2xl gap-6">
			<meta name="robots" content="noindex" />
			<ReceiptAt key={id} id={id} />
		</Page>
	);
}

function ReceiptAt({ id }: { id: string }) {
	const { answer, error, reload } = useRequest(useCallback((signal: AbortSignal) => findReceipt(id, signal), [id]));
	if (!answer && error !== undefined) return <RetryNotice error={m.receipt_failed()} onRetry={reload} />;
	if (!answer) return <Skeleton className="h-72 w-full" />;
	if (answer === 'unknown') return <Notice tone="error">{m.receipt_unknown()}</Notice>;
	return <ReceiptView leaf={id} {...answer} />;
}

async function findReceipt(id: string, signal: AbortSignal): Promise<Found | 'unknown'> {
	const path = `/receipt/${encodeURIComponent(id)}`;
	const [receipt, state] = await Promise.all([fetch(`${path}.json`, { signal }), fetch(`${path}/state`, { signal })]);
	if (receipt.status === 404) return 'unknown';
	if (!receipt.ok || !state.ok) throw new Error('no answer');
	return { receipt: await receipt.json(), state: await state.json() };
}

const kinds: Record<string, string> = {
	reversal: m.receipt_reversal(),
	'boost-reversal': m.receipt_reversal(),
	'import-reversal': m.receipt_reversal(),
	promotion: m.receipt_promotion(),
	'adjustment-up': m.receipt_adjustment(),
	'adjustment-down': m.receipt_adjustment(),
	'claim-return': m.receipt_adjustment(),
	'withdrawal-paid': m.receipt_withdrawal(),
	import: m.earn_brought_over(),
	'import-hold': m.earn_brought_over(),
	boost: m.receipt_boost(),
	'boost-release': m.receipt_boost(),
};
const taken = /reversal$|^(adjustment-down|claim-return|withdrawal-paid)$/;

function ReceiptView({ leaf, receipt, state }: Found & { leaf: string }) {
	const { id, kind, amount, at, transfer, reverses, key, signature } = receipt;
	const sign = taken.test(kind) ? -1 : 1;
	return (
		<>
			{state.reversed_by && (
				<Notice tone="error">
					{m.receipt_was_taken_back()}{' '}
					<TextLink to={`/receipt/${state.reversed_by}`}>{m.receipt_see_reversal()}</TextLink>
				</Notice>
			)}
			<dl className="receipt grid gap-x-6 gap-y-3 rounded-card border border-line bg-card p-5 raised sm:grid-cols-[auto_minmax(0,1fr)] sm:p-6">
				<Fact name={m.receipt_what()}>{kinds[kind] ?? m.receipt_credit()}</Fact>
				<Fact name={m.common_amount()}>
					<b>{formatAmount((sign * Number(amount)) / 100)}</b>
				</Fact>
				<Fact name={m.receipt_when()}>
					<time dateTime={new Date(Number(at)).toISOString()}>{formatMoment(Number(at))}</time>
				</Fact>
				{reverses && (
					<Fact name={m.receipt_takes_back()}>
						<TextLink to={`/receipt/${reverses}`}>{m.receipt_see_credit()}</TextLink>
					</Fact>
				)}
				<Fact name={m.receipt_number()}>
					<Code>{id}</Code>
				</Fact>
				<Fact name={m.receipt_transfer()}>
					<Code>{transfer}</Code>
				</Fact>
				{state.checkpoint !== null && (
					<Fact name={m.receipt_checkpoint()}>
						{m.receipt_checkpoint_index({ n: String(state.checkpoint), index: String(state.index) })}
					</Fact>
				)}
				<Fact name={m.receipt_signed_by()}>
					<Code>{key}</Code>
				</Fact>
				<Fact name={m.receipt_signature()}>
					<Code>{signature}</Code>
				</Fact>
			</dl>
			<OwnCheck leaf={leaf} receipt={receipt} state={state} />
			<div className="not-printed flex flex-wrap gap-3">
				<Button onClick={() => print()}>{m.receipt_print()}</Button>
				<a className={buttonLook('quiet')} href={`/receipt/${id}.json`} download={`receipt-${id}.json`}>
					{m.receipt_download()}
				</a>
			</div>
			<p className="text-sm text-soft">{m.receipt_how_to_check()}</p>
		</>
	);
}

function OwnCheck({ leaf, receipt, state }: Found & { leaf: string }) {
	const [verdicts, setVerdicts] = useState<Record<ReceiptCheck, Verdict>>();
	useEffect(() => {
		let isLeft = false;
		const show = (found: Record<ReceiptCheck, Verdict>) => isLeft || setVerdicts(found);
		checkReceipt(leaf, receipt, state).then(show, () => show({ signed: 'unknown', logged: 'unknown' }));
		return () => {
			isLeft = true;
		};
	}, [leaf, receipt, state]);
	if (!verdicts) return <Skeleton className="h-24 w-full" />;
	const { signed, logged } = verdicts;
	const isBroken = signed === 'no' || logged === 'no';
	return (
		<section className="grid gap-3">
			{isBroken ? (
				<Notice tone="error">{m.receipt_broken()}</Notice>
			) : (
				<Notice tone={signed === 'yes' ? 'success' : 'info'}>
					{signed === 'yes' ? m.receipt_holds() : m.receipt_not_checked()}
				</Notice>
			)}
			<ul className="grid gap-2 text-sm">
				<CheckLine text={m.receipt_check_signed()} verdict={signed} />
				<CheckLine text={m.receipt_check_logged()} verdict={logged} />
			</ul>
		</section>
	);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-soft">{name}</dt>
			<dd className="max-sm:-mt-2">{children}</dd>
		</>
	);
}

function Code({ children }: { children: string }) {
	return <code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere] select-all">{children}</code>;
}
