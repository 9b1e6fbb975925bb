import { randomUUID } from 'node:crypto';
import { type Partner, SECRET } from '../partners/partner.ts';
import type { Wall } from '../walls/wall.ts';
import { signatureOf } from './signature.ts';
import type { PostbackRequest } from './take-postback.ts';

const plausible = (id: string) => [id, id.replaceAll('-', ''), '1', '1.00', '1.0000', '10000000', '192.0.2.1', 'test'];

/** A completed offer, really signed, for an id that was never given to anyone, and marked as a test. */
export function createTestPostback(
	wall: Wall,
	publicUrl: string,
): { request: PostbackRequest; transactionId: string; uid: string } {
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
	const header = partner.signature.scheme === 'sorted-query' ? partner.signature.header : undefined;
	const signed = new URLSearchParams([...fields]).toString();
	const isQuery = partner.arrival === 'query';
	const body = partner.arrival === 'json' ? JSON.stringify(Object.fromEntries(fields)) : signed;
	return {
		transactionId: fields.get(partner.parameters.transactionId) ?? transactionId,
		uid,
		request: {
			method: isQuery ? 'GET' : 'POST',
			address: isQuery ? `${path}?${signed}` : path,
			parameters: isQuery ? signed : body,
			ip: wall.allowedIps[0]?.split('/')[0] ?? '127.0.0.1',
			header: (asked) => (asked === header ? signature : undefined),
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
