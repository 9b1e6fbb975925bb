import { randomUUID } from 'node:crypto';
import type { Proposal } from '../../contract/admin/proposals.ts';
import type { CallName } from '../../contract/calls.ts';
import type { AdminOfferwall } from '../../contract/offerwalls/staff-offerwalls.ts';
import { type AdminSite, openAdmin, type Site } from '../sites/identity-site.ts';
import { signedQuery } from './play.ts';

export const reason = 'They asked for it.';
export const [SECRET, PATH_KEY] = ['hush-8Kd02mVqPz', 'pk-72hQmZ0vTtB3sLwE'];

type Answer = { proposal?: string; details?: { reason: string }; status?: string; message?: string } & {
	version?: number;
	changed?: boolean;
	removed?: boolean;
};

export function openWallAdmins(site: AdminSite) {
	const [ada, ben] = [openAdmin(site), openAdmin(site)];
	const call = async <Got = Answer>(name: CallName, data: object | null, who = ada) =>
		(await site.callAs(name, data, who)) as Got;
	const wallOf = async (id: string) =>
		(await call<AdminOfferwall[]>('adminGetOfferwalls', null)).find((one) => one.id === id);
	return {
		...{ ada, ben, call, wallOf },
		decide: (id: string | undefined, who = ben, decision = 'approve') =>
			call<Answer & Partial<Proposal>>('adminDecideProposal', { id, decision, reason }, who),
		async edit(id: string, changes: object, who = ada) {
			const { entry, version } = (await wallOf(id)) as AdminOfferwall;
			return call('adminSaveOfferwall', { entry: { ...entry, ...changes }, version, reason }, who);
		},
		async send(wall: string, { at = site as Site, secret = SECRET, key = PATH_KEY, uid = '' } = {}): Promise<string> {
			const user = uid || (await site.signUp()).uid;
			const fields = { status: '1', trans_id: randomUUID(), sub_id: user, gross: '1', amount: '50' };
			return (await at.get(`/postback/${wall}${key && `/${key}`}?${signedQuery('kiwiwall', secret, fields)}`)).body;
		},
	};
}
