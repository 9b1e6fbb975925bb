import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../../../contract/errors.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import type { SavedWallEntry, WallPartner } from '../../../contract/offerwalls/wall-entries.ts';
import { part } from '../../lib/optional.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { ActionButton, AdminButton, textIn, unlessProposed } from '../ui/forms.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const loadFields = () => import('./wall-fields.tsx');
const WallFields = part(loadFields, 'WallFields');

export function AddWall() {
	return (
		<EntryButton
			label="Add offerwall"
			tone="primary"
			consequence="A second admin must approve the offerwall before it goes live. Secrets are stored encrypted and can't be viewed later."
			wall={undefined}
		/>
	);
}

export function ChangeWall({ wall }: { wall: AdminOfferwall }) {
	return (
		<>
			<EntryButton
				label="Edit"
				consequence="Name, picture, countries, age, hold and a lower rate change immediately. Everything else needs approval by a second admin. Empty secrets stay unchanged."
				wall={wall}
			/>
			{!wall.enabled && (
				<ActionButton
					needs="change-offerwalls"
					label="Remove"
					tone="danger"
					consequence="Deletes the offerwall's secrets immediately and rejects further postbacks. Past bookings stay, and the ID stays reserved."
					done="Offerwall removed."
					run={({ reason, call }) => call('adminRemoveOfferwall', { id: wall.id, reason })}
				/>
			)}
		</>
	);
}

type EntryButtonProps = { label: string; tone?: 'primary'; consequence: string; wall: AdminOfferwall | undefined };

function EntryButton({ wall, ...button }: EntryButtonProps) {
	const partners = useRef<readonly WallPartner[]>([]);
	const before = wall?.entry ?? null;
	return (
		<ActionButton
			needs="change-offerwalls"
			{...button}
			run={async ({ reason, fields, call }) => {
				const partnerId = wall?.partner ?? fields.get('partner');
				const partner = partners.current.find((one) => one.id === partnerId);
				if (!partner)
					throw new CallError('unavailable', { message: 'Partners are still loading. Try again in a moment.' });
				const id = wall?.id ?? textIn(fields, 'id');
				const { entryIn } = await loadFields();
				const entry = entryIn(fields, { id, partner, before });
				const saved = await call('adminSaveOfferwall', { entry, version: wall?.version ?? 0, reason });
				return unlessProposed(saved, ({ changed }) => (changed ? 'Saved. The change is live.' : 'Nothing to change.'));
			}}
		>
			<Fields before={before} partners={partners} />
		</ActionButton>
	);
}

function Fields({ before, partners }: { before: SavedWallEntry | null; partners: RefObject<readonly WallPartner[]> }) {
	const { data, error, retry } = useAdminQuery('adminGetPartners', null, { failed: "Couldn't load partners." });
	const sorted = useMemo(() => data?.toSorted((a, b) => a.name.localeCompare(b.name)), [data]);
	useEffect(() => {
		partners.current = sorted ?? [];
	}, [partners, sorted]);
	if (error) return <RetryNotice error={error} onRetry={retry} />;
	if (!sorted) return <Skeleton className="h-64 w-full" />;
	return (
		<Suspense fallback={<Skeleton className="h-64 w-full" />}>
			<WallFields partners={sorted} before={before} />
		</Suspense>
	);
}

export function OrderWalls({ walls }: { walls: readonly AdminOfferwall[] }) {
	const ids = useRef<string[]>([]);
	if (walls.length < 2) return null;
	return (
		<ActionButton
			needs="change-offerwalls"
			label="Reorder"
			consequence="Users see offerwalls in this order."
			done="Order saved."
			run={({ reason, call }) => call('adminOrderOfferwalls', { ids: ids.current, reason })}
		>
			<Order
				walls={walls}
				onOrder={(ordered) => {
					ids.current = ordered.map(({ id }) => id);
				}}
			/>
		</ActionButton>
	);
}

type OrderProps = { walls: readonly AdminOfferwall[]; onOrder: (ordered: readonly AdminOfferwall[]) => void };

function Order({ walls, onOrder }: OrderProps) {
	const [ordered, setOrdered] = useState(walls);
	onOrder(ordered);
	const moveUp = (at: number) =>
		setOrdered((now) => now.toSpliced(at, 1).toSpliced(at - 1, 0, ...now.slice(at, at + 1)));
	return (
		<ol className="grid gap-1 text-sm">
			{ordered.map(({ id, name }, at) => (
				<li key={id} className="flex min-h-11 items-center justify-between gap-3 border-b border-line">
					<span className="min-w-0 truncate">
						{at + 1}. {name}
					</span>
					{at > 0 && <AdminButton onClick={() => moveUp(at)}>{`Move ${name} up`}</AdminButton>}
				</li>
			))}
		</ol>
	);
}
