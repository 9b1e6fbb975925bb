import { randomUUID } from 'node:crypto';
import { CallError } from '../../../../contract/errors.ts';
import { refusal } from '../../../../contract/refusals.ts';
import { type ActionDeps, recordAction, type StaffCall } from '../../../accounts/with-audit.ts';
import { Overloaded } from '../../../lib/jobs/batcher.ts';
import { type Partner, SECRET } from '../../partners/partner.ts';
import type { Wall } from '../../walls/wall.ts';
import { wallOf } from '../../walls/wall-changes.ts';
import type { PostbackRequest } from '../reading/read-request.ts';
import { signatureOf } from '../signature.ts';
import { findPostbacks } from '../stored/find-postbacks.ts';
import type { PostbackTaker } from '../take-postback.ts';

const plausible = (id: string) => [id, id.replaceAll('-', ''), '1', '1.00', '1.0000', '10000000', '192.0.2.1', 'test'];

export type TestDeps = ActionDeps & {
	walls: readonly Wall[];
	postbacks: Pick<PostbackTaker, 'take'>;
	publicUrl: string;
};

export const adminSendTestPostback: StaffCall<'adminSendTestPostback', TestDeps> = async (deps, { id }, admin) => {
	const wall = wallOf(deps, id);
	const { request, transactionId } = createTestPostback(wall, deps.publicUrl);
	const change = { before: {}, after: {}, wall: id, transaction: transactionId };
	await recordAction(deps, admin, { action: 'test-postback', change });
	const outcome = await deps.postbacks.take(wall, request).catch((error) => {
		throw error instanceof Overloaded ? new CallError('unavailable', refusal('overloaded')) : error;
	});
	const { items } = await findPostbacks(deps, { wall: id, transactionId, limit: 1, cursor: undefined });
	return {
		verified: outcome === 'test' || outcome === 'unknown-user' || outcome === 'switched-off',
		outcome: outcome === 'unsupported' ? 'malformed' : outcome,
		why: items[0]?.why ?? null,
		request: items[0]?.request ?? '',
	};
};

function createTestPostback(wall: Wall, publicUrl: string): { request: PostbackRequest; transactionId: string } {
	const { partner, secret } = wall;
	const [uid, transactionId] = [randomUUID(), randomUUID()];
	const unsigned = fieldsOf(wall, uid, transactionId);
	if ('parameter' in partner.signature) delete unsigned[partner.signature.parameter];
	const path = pathOf(wall);
	const { fields, headers = {} } = signFields(partner, secret, unsigned, publicUrl + path);
	const signed = new URLSearchParams(fields).toString();
	const isQuery = partner.arrival === 'query';
	const body = partner.arrival === 'json' ? JSON.stringify(fields) : signed;
	return {
		transactionId: fields[partner.parameters.transactionId] ?? transactionId,
		request: {
			method: isQuery ? 'GET' : 'POST',
			address: isQuery ? `${path}?${signed}` : path,
			body: isQuery ? '' : body,
			ip: wall.allowedIps[0]?.split('/')[0] ?? '127.0.0.1',
			headers,
		},
	};
}

function fieldsOf(wall: Wall, uid: string, transactionId: string): Record<string, string> {
	const { partner, formats } = wall;
	const { parameters: names, kinds, tests = [], signature } = partner;
	const parts = signature.scheme === 'fields' ? signature.parts.filter((part) => part !== SECRET) : [];
	const fields: Record<string, string> = Object.fromEntries(parts.map((part) => [part, '1']));
	fields[names.uid] = uid;
	fields[names.transactionId] = transactionId;
	fields[names.reward] = '1';
	if (names.payout) fields[names.payout] = '1';
	if (names.offerName) fields[names.offerName] = 'Test postback';
	for (const { parameter, values } of kinds.rules) {
		const credit = Object.keys(values).find((value) => values[value] === 'credit');
		if (credit !== undefined) fields[parameter] = credit;
	}
	for (const { parameter, values } of tests) fields[parameter] = values[0] ?? '1';
	for (const [name, format] of formats) {
		const given = fields[name];
		if (given === undefined || format.test(given)) continue;
		fields[name] = plausible(transactionId).find((value) => format.test(value)) ?? given;
	}
	return fields;
}

export function pathOf({ id, pathKey }: Wall): string {
	return `/postback/${id}${pathKey ? `/${pathKey}` : ''}`;
}

type Signed = { fields: Record<string, string>; headers?: Record<string, string> };

export function signFields(partner: Partner, secret: string, fields: Signed['fields'], address: string): Signed {
	const url = `${address}?${new URLSearchParams(fields)}`;
	const made = signatureOf(partner, secret, { url, parameters: new Map(Object.entries(fields)) });
	const { signature } = partner;
	if (made === undefined) return { fields };
	if ('header' in signature) return { fields, headers: { [signature.header]: made } };
	return 'parameter' in signature ? { fields: { ...fields, [signature.parameter]: made } } : { fields };
}
