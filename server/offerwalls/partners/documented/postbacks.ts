import { createHash, createHmac } from 'node:crypto';
import documented from './postbacks.json' with { type: 'json' };

/** `{new}` stands for a new id. No `reversal` means that the partner sends none. */
type Event = 'reversal' | 'bonus' | 'pending' | 'rejected';

/** Postbacks that the tests sign as documented, without the verifier's code, so that they share no mistakes. */
export type Fixture = Facts & { [event in Event]?: Fields } & {
	/** A credit of R$ 100. */
	credit: Fields;
	others: { [outcome in 'screen-out' | 'noted' | 'test']?: Fields };
	sign: Sign;
	covered: readonly string[];
	successBody: string;
};

type Facts = {
	absentIsEmpty?: readonly string[];
	/** Unsigned fields by the guard that protects them. */
	open?: Readonly<Partial<Record<Guard, readonly string[]>>>;
	/** Formats of fixed length keep digits of a neighbouring value out of the id. */
	formats?: Fields;
	entry?: Fields;
	/** R$ per $, for partners that sign only the payout. */
	rate?: number;
	arrival?: 'form' | 'json';
	duplicateBody?: string;
};

type Guard =
	/** Path key and a list of the partner's addresses, both mandatory. */
	| 'door'
	/** A path key, optional but recommended. */
	| 'path-key'
	| 'first-stands'
	| 'no-money';

export type Fields = Record<string, string>;
type Sign = (fields: Fields, secret: string, address: string) => { fields: Fields; headers?: Fields };

/** Fields are query text. */
type Documented = Facts & { [field in Event | 'credit' | 'secretAs' | 'successBody']?: string } & {
	/** Partner with the same postbacks, except for the following. */
	like?: string;
	others?: { [outcome in keyof Fixture['others']]: string };
	/** Parameter, hash, separator, parts. */
	hashed?: readonly string[];
	/** Parameter, hash, encoding. */
	addressSigned?: readonly string[];
};

const value = (fields: Fields, name: string) => fields[name] ?? '';
const pollfishParts = 'cpa device_id request_uuid reward_name reward_value status reason timestamp tx_id'.split(' ');

const ownRecipes: Readonly<Record<string, { sign: Sign; covered?: readonly string[] }>> = {
	ayet: {
		sign: (fields, secret) => {
			const encode = (text: string) =>
				encodeURIComponent(text)
					.replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
					.replaceAll('%20', '+');
			const names = Object.keys(fields).sort();
			const text = names.map((name) => `${encode(name)}=${encode(value(fields, name))}`).join('&');
			const hash = createHmac('sha256', secret).update(text).digest('hex');
			return { fields, headers: { 'x-ayetstudios-security-hash': hash } };
		},
	},
	pollfish: {
		sign: (fields, secret) => {
			const text = pollfishParts.map((name) => value(fields, name)).join(':');
			return { fields: { ...fields, signature: createHmac('sha1', secret).update(text).digest('base64') } };
		},
	},
	pubscale: {
		sign: (fields, secret) => {
			const whole = Math.floor(Number(value(fields, 'value')));
			const text = `${secret}.${value(fields, 'user_id')}.${whole}.${value(fields, 'token')}`;
			return { fields: { ...fields, signature: createHash('md5').update(text).digest('hex') } };
		},
		covered: ['user_id', 'token'],
	},
};

function recipeOf(id: string, { hashed, addressSigned, secretAs }: Documented, all: readonly string[]) {
	if (ownRecipes[id]) return { covered: all, ...ownRecipes[id] };
	const signed = (fields: Fields, parameter: string, signature: string) => ({
		fields: { ...fields, [parameter]: signature },
	});
	if (hashed) {
		const [parameter = '', hash = '', separator, ...parts] = hashed;
		const sign: Sign = (fields, secret) => {
			const text = parts.map((part) => (part === 'secret' ? secret : value(fields, part))).join(separator);
			return signed(fields, parameter, createHash(hash).update(text).digest('hex'));
		};
		return { sign, covered: parts.filter((part) => part !== 'secret') };
	}
	if (addressSigned) {
		const [parameter = '', hash = '', encoding] = addressSigned;
		const sign: Sign = (fields, secret, address) => {
			const text = `${address}?${new URLSearchParams(fields)}`;
			const hmac = createHmac(hash, secret).update(text);
			return signed(fields, parameter, hmac.digest(encoding as 'hex' | 'base64url'));
		};
		return { sign, covered: all };
	}
	const sign: Sign = (fields, secret) => (secretAs ? signed(fields, secretAs, secret) : { fields });
	return { sign, covered: [] };
}

const sent = (query: string): Fields => Object.fromEntries(new URLSearchParams(query));

const allSent = (texts: Readonly<Record<string, string | undefined>>) =>
	Object.fromEntries(
		Object.entries(texts).flatMap(([name, query]) => (query === undefined ? [] : [[name, sent(query)]])),
	);

function fixtureOf(id: string, { like = '', ...own }: Documented): Fixture {
	const whole = { ...all[like], ...own };
	const { credit = '', reversal, bonus, pending, rejected, others = {}, successBody = 'OK', ...recipe } = whole;
	const { hashed: _, addressSigned: __, secretAs: ___, ...facts } = recipe;
	const fields = sent(credit);
	return {
		...facts,
		...recipeOf(id, recipe, Object.keys(fields)),
		...(facts.open?.door && { entry: { pathKey: 'a-long-secret-path-key', ...facts.entry } }),
		...allSent({ reversal, bonus, pending, rejected }),
		credit: fields,
		others: allSent(others),
		successBody,
	};
}

const all = documented as Readonly<Record<string, Documented>>;

export const fixtures: Record<string, Fixture> = Object.fromEntries(
	Object.entries(all).map(([id, given]) => [id, fixtureOf(id, given)]),
);
