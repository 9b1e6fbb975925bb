/** Mail hosts known to deliver `name+tag` to `name`. Gmail also ignores dots. */
const tagged: ReadonlySet<string> = new Set([
	...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'icloud.com', 'me.com', 'mac.com'],
	...['proton.me', 'protonmail.com', 'pm.me', 'fastmail.com'],
]);

/** Returns one spelling for all addresses that certainly reach the same mailbox. */
export function mailboxOf(email: string): string {
	const [name = '', given = ''] = email.toLowerCase().split(/@(?=[^@]*$)/);
	const host = given === 'googlemail.com' ? 'gmail.com' : given;
	const bare = tagged.has(host) ? name.replace(/(?<=.)\+.*$/s, '') : name;
	return `${host === 'gmail.com' ? bare.replaceAll('.', '') : bare}@${host}`;
}
