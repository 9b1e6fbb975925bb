import declared from './alerts.json' with { type: 'json' };

type AlertName = keyof typeof declared;
export type AlertKind = AlertName | `${AlertName} ${string}`;
export const alertNames = Object.keys(declared) as AlertName[];

export function adviceOn(kind: string): { todo: string; page: string } {
	const [name = ''] = kind.split(' ');
	if (Object.hasOwn(declared, name)) return declared[name as AlertName];
	return { todo: 'Look at the logs.', page: '/admin/logs' };
}
