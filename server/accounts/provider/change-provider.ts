import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { PROVIDER_RETURN, type ProviderSettings } from '../../../contract/accounts/provider.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Tx } from '../../lib/db/database.ts';
import { isPublicOrLocal } from '../../lib/http/outbound.ts';
import { type KeyChange, resealColumn } from '../../lib/secrets/reseal-column.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';
import { requireSecond } from '../second-person.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../with-audit.ts';
import { clientSecretOf, GOOGLE_ISSUER, type ProviderClient, ProviderProblem } from './provider-client.ts';
import * as store from './store-provider.ts';

const TEST_MS = HOUR_MS;
const KEPT_MS = 30 * DAY_MS;
/** Issuers of everyone's accounts. The last one is the tenant of private Microsoft accounts. */
const SHARED =
	/^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)\b/i;

export type ProviderDeps = ActionDeps & {
	secretBox: SecretBox;
	identity: { provider: ProviderClient };
	config: { publicUrl: string; isProduction: boolean };
};

export const adminGetProvider: StaffCall<'adminGetProvider', ProviderDeps> = async ({ db, config }, _, { actor }) => {
	const [applied, tested] = [await store.selectApplied(db), await store.selectLastTest(db, actor.uid)];
	return {
		redirect_uri: `${config.publicUrl}/auth${PROVIDER_RETURN}`,
		applied: applied ? { id: applied.id, ...settingsOf(applied) } : null,
		tested: tested ? { id: tested.id, ...settingsOf(tested), passed: isPassed(tested), problem: tested.problem } : null,
	};
};

export const adminTestProvider: StaffCall<'adminTestProvider', ProviderDeps> = async (deps, input, admin) => {
	const { client_secret: given, ...settings } = input;
	const { db, secretBox, identity, config } = deps;
	const url = new URL(settings.issuer);
	if (!isPublicOrLocal(url, config) || url.search || url.hash) throw callError('invalid-argument', 'issuer-not-public');
	if (SHARED.test(settings.issuer)) throw callError('invalid-argument', 'issuer-shared');
	if ((settings.issuer === GOOGLE_ISSUER) !== (settings.hosted_domain !== null)) {
		throw callError('invalid-argument', 'hosted-domain-wrong');
	}
	if (Object.keys(settings.roles).length === 0) throw callError('invalid-argument', 'provider-without-roles');
	const before = await store.selectApplied(db);
	const isSameClient = before?.issuer === settings.issuer && before.client_id === settings.client_id;
	const secret = given ?? (isSameClient ? secretBox.open(before.secret, clientSecretOf(before.id)) : undefined);
	if (secret === undefined) throw callError('invalid-argument', 'client-secret-missing');
	const id = randomUUID();
	const row = { id, ...settings, secret: secretBox.seal(secret, clientSecretOf(id)), askedBy: admin.actor.uid };
	await identity.provider.check({ ...row, testedAt: null, problem: null }).catch((error) => {
		if (!(error instanceof ProviderProblem)) throw error;
		throw callError('failed-precondition', 'provider-unusable', { problem: error.message.slice(0, 500) });
	});
	return withAudit(deps, admin, { action: 'test-provider' }, async (tx, atMs) => {
		await store.insertProvider(tx, { ...row, at: new Date(atMs), forgetBefore: new Date(atMs - KEPT_MS) });
		return { result: { test: id }, change: { test: id, before: {}, after: settings } };
	});
};

export const adminSaveProvider: StaffCall<'adminSaveProvider', ProviderDeps> = async (deps, input, admin) => {
	const { test, reason, ...settings } = input;
	const { db, clock } = deps;
	const { approval, actor } = admin;
	const tested = await store.selectProvider(db, test);
	const isSame = tested && isPassed(tested) && isDeepStrictEqual(settingsOf(tested), settings);
	const isOwn = tested?.askedBy === actor.uid && clock.now() - (tested.testedAt?.getTime() ?? 0) < TEST_MS;
	if (!isSame || !(approval || isOwn)) throw callError('failed-precondition', 'provider-untested');
	requireSecond(admin);
	return withAudit(deps, admin, { action: 'change-provider', reason }, async (tx, atMs) => {
		if (!(await store.hasSafeOwner(tx))) throw callError('failed-precondition', 'owner-password-needed');
		const before = await store.selectApplied(tx);
		if (before?.id === test || !(await store.applyProvider(tx, { id: test, at: new Date(atMs) }))) {
			throw callError('failed-precondition', 'provider-untested');
		}
		return { result: { saved: true }, change: { before: before ? settingsOf(before) : {}, after: settings } };
	});
};

export const adminRemoveProvider: StaffCall<'adminRemoveProvider', ProviderDeps> = async (deps, { reason }, admin) => {
	const before = await store.selectApplied(deps.db);
	if (!before) throw callError('not-found', 'no-provider');
	requireSecond(admin);
	return withAudit(deps, admin, { action: 'remove-provider', reason }, async (tx, atMs) => {
		if (!(await store.applyProvider(tx, { id: null, at: new Date(atMs) }))) throw callError('not-found', 'no-provider');
		return { result: { removed: true }, change: { before: settingsOf(before), after: {} } };
	});
};

export const resealProviders = (tx: Tx, keys: KeyChange): Promise<void> =>
	resealColumn(tx, keys, { table: 'staff_providers', column: 'client_secret', contextOf: clientSecretOf });

function isPassed({ testedAt, problem }: store.ProviderRow): boolean {
	return testedAt !== null && problem === null;
}

function settingsOf({
	issuer,
	client_id,
	hosted_domain,
	claim,
	roles,
	second_factor,
}: store.ProviderRow): ProviderSettings {
	return { issuer, client_id, hosted_domain, claim, roles, second_factor };
}
