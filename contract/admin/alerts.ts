import declared from './alerts.json' with { type: 'json' };

type AlertName = keyof typeof declared;
export type AlertKind = AlertName | `${AlertName} ${string}`;
export const alertNames = Object.keys(declared) as AlertName[];

const older = { todo: 'Look at the logs.', page: '/admin/logs' };

export function adviceOn(kind: string): { todo: string; page: string } {
	const [name = ''] = kind.split(' ');
	return Object.hasOwn(declared, name) ? declared[name as AlertName] : older;
}
