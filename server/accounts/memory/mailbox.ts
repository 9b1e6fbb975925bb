const nationalDomains = {
	outlook:
		'at be cl co.id co.il co.th com.ar com.au com.br com.gr com.pe com.tr com.vn cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk',
	hotmail:
		'be ca ch cl co.id co.il co.jp co.kr co.nz co.th co.uk com.ar com.au com.br com.tr cz de dk es fi fr gr hu it nl no se sg',
	live: 'at be ca ch cl cn co.uk co.za com.ar com.au com.mx com.pt com.sg de dk fi fr hk ie in it jp nl no ru se',
};
const proton = ['proton.me', 'protonmail.com', 'pm.me'];
const yandex = ['ya.ru', 'yandex.by', 'yandex.com', 'yandex.kz', 'yandex.ua'];

/** Mail hosts known to deliver `name+tag` to `name`. */
const tagged: ReadonlySet<string> = new Set([
	...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'icloud.com', 'me.com', 'mac.com'],
	...['fastmail.com', 'yandex.ru', ...proton],
	...Object.entries(nationalDomains).flatMap(([name, ends]) => ends.split(' ').map((end) => `${name}.${end}`)),
]);

const sameHosts: ReadonlyMap<string, string> = new Map([
	['googlemail.com', 'gmail.com'],
	...yandex.map((host) => [host, 'yandex.ru'] as const),
]);

/** Sources: support.google.com/mail/answer/7436150, proton.me/support/change-username, yandex.com/support/id. */
const spellings: ReadonlyMap<string, (name: string) => string> = new Map([
	['gmail.com', (name) => name.replaceAll('.', '')],
	['yandex.ru', (name) => name.replaceAll('-', '.')],
	...proton.map((host): [string, (name: string) => string] => [host, (name) => name.replace(/[._-]/g, '')]),
]);

/** Returns one spelling for all addresses that certainly reach the same mailbox. */
export function mailboxOf(email: string): string {
	const [name = '', given = ''] = email.toLowerCase().split(/@(?=[^@]*$)/);
	const host = sameHosts.get(given) ?? given;
	const bare = tagged.has(host) ? name.replace(/(?<=.)\+.*$/s, '') : name;
	return `${spellings.get(host)?.(bare) ?? bare}@${host}`;
}
