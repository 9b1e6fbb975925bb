import { SAVED_VIEWS_MAX } from '../../../contract/limits.ts';
import { callError } from '../../../contract/refusals.ts';
import type { UserCall } from '../../lib/call-handler.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { lockUsers } from '../store.ts';
import { deleteView, selectViews, upsertView } from './store-staff.ts';

type Deps = { db: Database };

export const adminGetSavedViews: UserCall<'adminGetSavedViews', Deps> = ({ db }, _, { actor }) =>
	selectViews(db, actor.uid);

export const adminSaveView: UserCall<'adminSaveView', Deps> = ({ db }, view, { actor: { uid } }) =>
	inTransaction(db, async (tx) => {
		await lockUsers(tx, [uid]);
		await upsertView(tx, uid, view);
		const views = await selectViews(tx, uid);
		if (views.length > SAVED_VIEWS_MAX) throw callError('failed-precondition', 'views-full', { most: SAVED_VIEWS_MAX });
		return views;
	});

export const adminRemoveView: UserCall<'adminRemoveView', Deps> = async ({ db }, view, { actor: { uid } }) => {
	await deleteView(db, uid, view);
	return selectViews(db, uid);
};
