import { randomUUID } from 'node:crypto';
import type { CallResult } from '../../../../contract/calls.ts';
import { CallError } from '../../../../contract/errors.ts';
import { refusal } from '../../../../contract/refusals.ts';
import { type ActionDeps, type AdminContext, recordAction } from '../../../accounts/with-audit.ts';
import { Overloaded } from '../../../lib/jobs/batcher.ts';
import { type Partner, SECRET } from '../../partners/partner.ts';
import type { Wall } from '../../walls/wall.ts';
import { wallOf } from '../../walls/wall-changes.ts';
import type { PostbackRequest } from '../reading/read-request.ts';
import { signatureOf } from '../signature.ts';
import { findPostbacks } from '../stored/find-postbacks.ts';
import type { PostbackTaker } from '../take-postback.ts';

const plausible = (id: string) => [id, id.replaceAll('-', ''), '1', '1.00', '1.0000', '10000000', '192.0.2.1', 'test'];

export type TestPostbackDeps = ActionDeps & {
	walls: readonly Wall[];
	postbacks: Pick<PostbackTaker, 'take'>;
	publicUrl: string;
};

export async function adminSendTestPostback(
	deps: TestPostbackDeps,
	{ id }: { id: string },
	admin: AdminContext,
): Promise<CallResult<'adminSendTestPostback'>> {
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
}

function createTestPostback(wall: Wall, publicUrl: string): { request: PostbackRequest; transactionId: string } {
	const { partner, secret } = wall;
	const [uid, transactionId] = [randomUUID(), randomUUID()];
	const fields = new Map(
		Object.entries(fieldsOf(wall, uid, transactionId)).filter(([name]) => name !== signatureParameter(partner)),
	);
	const path = `/postback/${wall.id}${wall.pathKey ? `/${wall.pathKey}` : ''}`;
	const unsigned = new URLSearchParams([...fields]).toString();
	const url = `${publicUrl}${path}?${unsigned}`;
	const signature = signatureOf(partner, secret, { url, parameters: fields });

	const name = signatureParameter(partner);
	if (name !== undefined && signature !== undefined) fields.set(name, signature);
	const header = 'header' in partner.signature ? partner.signature.header : undefined;
	const signed = new URLSearchParams([...fields]).toString();
	const isQuery = partner.arrival === 'query';
	const body = partner.arrival === 'json' ? JSON.stringify(Object.fromEntries(fields)) : signed;
	return {
		transactionId: fields.get(partner.parameters.transactionId) ?? transactionId,
		request: {
			method: isQuery ? 'GET' : 'POST',
			address: isQuery ? `${path}?${signed}` : path,
			body: isQuery ? '' : body,
			ip: wall.allowedIps[0]?.split('/')[0] ?? '127.0.0.1',
			headers: header === undefined ? {} : { [header]: signature },
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

function signatureParameter({ signature }: Partner): string | undefined {
	return 'parameter' in signature ? signature.parameter : undefined;
}
