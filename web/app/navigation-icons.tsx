import { Icon } from '../ui/icon.tsx';

export const navigationIcons = {
	earn: (
		<Icon>
			<ellipse cx="12" cy="6.5" rx="7" ry="3" />
			<path d="M5 6.5v5.5c0 1.7 3.1 3 7 3s7-1.3 7-3V6.5M5 12v5.5c0 1.7 3.1 3 7 3s7-1.3 7-3V12" />
		</Icon>
	),
	withdraw: (
		<Icon>
			<path d="M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4V8ZM12 15V9.5M9.5 11.5 12 9l2.5 2.5" />
		</Icon>
	),
	history: (
		<Icon>
			<path d="M4 12a8 8 0 1 1 2.5 5.8M4 12l-1.5-2M4 12l2-1.5M12 8v4.5l3 1.5" />
		</Icon>
	),
	account: (
		<Icon>
			<circle cx="12" cy="8.5" r="3.75" />
			<path d="M4.5 20a7.5 7.5 0 0 1 15 0" />
		</Icon>
	),
};
