import { useState } from 'react';
import type { LiabilityProof } from '../../contract/proof/liability-proof.ts';
import { useCall, useDataClient } from '../lib/calls/clients.tsx';
import { formatAmount, formatMoment } from '../lib/format/formats.ts';
import { saveFile } from '../lib/save-file.ts';
import { useSending } from '../lib/use-sending.ts';
import { m } from '../texts/messages.js';
import { Button, linkTo, Notice, Select, withParts } from '../ui/basics.tsx';
import type { Check, PublishedTree } from './check-liability.ts';
import { CheckLine } from './check-line.tsx';
import { inDays } from './days.ts';
import { findTree, type Published } from './published.ts';
import type { Verdict } from './signature.ts';

type Checked = { proof: LiabilityProof; tree: PublishedTree | undefined; verdicts: Record<Check, Verdict> };

export function CheckMine({ published }: { published: Published<PublishedTree> }) {
	const uid = useDataClient()?.uid;
	return (
		<section className="mt-8 grid gap-4 rounded-card bg-tint p-5 sm:p-6">
			<h2 className="text-xl font-extrabold tracking-tight">{m.proof_check_mine()}</h2>
			<p className="max-w-prose text-soft">{m.proof_check_lead()}</p>
			{uid === undefined ? (
				<p>{withParts(m.proof_sign_in_to_check(), { link: linkTo('/login') })}</p>
			) : (
				<OwnCheck key={uid} uid={uid} published={published} />
			)}
		</section>
	);
}

function OwnCheck({ uid, published }: { uid: string; published: Published<PublishedTree> }) {
	const call = useCall();
	const [day, setDay] = useState<string>();
	const { answer: checked, problem, isSending: isChecking, send } = useSending<Checked>(m.proof_check_failed());

	async function check(): Promise<Checked> {
		const [proof, { checkLiability }] = await Promise.all([
			call('getLiabilityProof', day ? { day } : {}),
			import('./check-liability.ts'),
		]);
		const tree = await findTree(published, proof.checkpoint);
		const shown = published.isPublic ? { tree, keys: published.keys } : undefined;
		return { proof, tree, verdicts: await checkLiability(uid, proof, shown) };
	}

	return (
		<>
			<div className="flex flex-wrap items-end gap-3">
				{published.items.length > 1 && (
					<div className="grid gap-1 text-sm">
						<label htmlFor="proof-day">{m.proof_day()}</label>
						<Select
							id="proof-day"
							value={day ?? ''}
							onChange={({ currentTarget }) => setDay(currentTarget.value || undefined)}
							choices={published.items.map(({ liabilities: { day } }, at) => [at === 0 ? '' : day, inDays(day)])}
						/>
					</div>
				)}
				<Button disabled={isChecking} onClick={() => void send(check)}>
					{isChecking ? m.proof_checking() : m.proof_check_mine()}
				</Button>
			</div>
			{problem && <Notice tone="error">{problem}</Notice>}
			<div role="status">{checked && <Result uid={uid} {...checked} />}</div>
		</>
	);
}

function Result({ uid, proof, tree, verdicts }: Checked & { uid: string }) {
	const all = Object.values(verdicts);
	const amount = formatAmount(Number(proof.amount) / 100);
	const tone = all.includes('no') ? 'error' : 'success';
	const verdictText = all.includes('no')
		? m.proof_broken()
		: verdicts.published === 'unknown'
			? m.proof_holds_unpublished({ amount })
			: m.proof_holds({ amount });
	return (
		<div className="grid gap-4">
			<Notice tone={tone}>{verdictText}</Notice>
			<dl className="grid gap-x-6 gap-y-2 sm:grid-cols-3">
				<Part name={m.proof_spendable()} amount={proof.spendable} />
				<Part name={m.proof_held_back()} amount={proof.held_back} />
				<Part name={m.proof_on_its_way()} amount={proof.on_its_way} />
			</dl>
			<p className="text-sm text-soft">{m.proof_compare({ time: formatMoment(Number(proof.at)) })}</p>
			<ul className="grid gap-2 text-sm">
				{(Object.keys(checks) as Check[]).map((each) => (
					<CheckLine key={each} text={checks[each]()} verdict={verdicts[each]} />
				))}
			</ul>
			<div className="flex flex-wrap gap-3">
				<Button look="quiet" onClick={() => save(`path-${proof.day}`, { uid, ...proof })}>
					{m.proof_save_path()}
				</Button>
				{tree && (
					<Button look="quiet" onClick={() => save(`checkpoint-${tree.n}`, { items: [tree] })}>
						{m.proof_save_checkpoint()}
					</Button>
				)}
			</div>
		</div>
	);
}

const checks: Readonly<Record<Check, () => string>> = {
	parts: () => m.proof_check_parts(),
	path: () => m.proof_check_path(),
	published: () => m.proof_check_published(),
	signed: () => m.proof_check_signed(),
};

function Part({ name, amount }: { name: string; amount: string }) {
	return (
		<div>
			<dt className="text-sm text-soft">{name}</dt>
			<dd className="font-semibold figures">{formatAmount(Number(amount) / 100)}</dd>
		</div>
	);
}

function save(name: string, contents: object): void {
	saveFile(`${name}.json`, JSON.stringify(contents, null, '\t'));
}
