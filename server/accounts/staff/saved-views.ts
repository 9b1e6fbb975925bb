import type { SavedView } from '../../../contract/accounts/staff.ts';
import type { CallInput } from '../../../contract/calls.ts';
import { SAVED_VIEWS_MAX } from '../../../contract/limits.ts';
import { callError } from '../../../contract/refusals.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { lockUsers } from '../store.ts';
import { deleteView, selectViews, upsertView } from './store-staff.ts';

type Deps = { db: Database };
type OfCaller = { actor: Pick<Actor, 'uid'> };

export function adminGetSavedViews({ db }: Deps, _input: null | undefined, { actor }: OfCaller): Promise<SavedView[]> {
	return selectViews(db, actor.uid);
}

export function adminSaveView({ db }: Deps, view: SavedView, { actor: { uid } }: OfCaller): Promise<SavedView[]> {
	return inTransaction(db, async (tx) => {
		await lockUsers(tx, [uid]);
		await upsertView(tx, uid, view);
		const views = await selectViews(tx, uid);
		if (views.length > SAVED_VIEWS_MAX) throw callError('failed-precondition', 'views-full', { most: SAVED_VIEWS_MAX });
		return views;
	});
}

export async function adminRemoveView(
	{ db }: Deps,
	view: CallInput<'adminRemoveView'>,
	{ actor: { uid } }: OfCaller,
): Promise<SavedView[]> {
	await deleteView(db, uid, view);
	return selectViews(db, uid);
}
