import type { ReactNode } from 'react';

export type IconProps = { className?: string };

export function Icon({ className = 'size-5', children }: IconProps & { children: ReactNode }) {
	return (
		<svg
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.75"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			className={`shrink-0 ${className}`}
		>
			{children}
		</svg>
	);
}

const iconOf = (shape: ReactNode) => (props: IconProps) => <Icon {...props}>{shape}</Icon>;

export const InfoIcon = iconOf(
	<>
		<circle cx="12" cy="12" r="9" />
		<path d="M12 11v5M12 8h.01" />
	</>,
);

export const AlertIcon = iconOf(<path d="M12 4 2.8 20h18.4L12 4ZM12 10v4.5M12 17.5h.01" />);

export const CheckIcon = iconOf(<path d="m5 12.5 4.5 4.5L19 7.5" />);

export const BellIcon = iconOf(<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16ZM10 20.5a2.2 2.2 0 0 0 4 0" />);

export const CloseIcon = iconOf(<path d="m6 6 12 12M18 6 6 18" />);

export const BackIcon = iconOf(<path d="m14.5 5-7 7 7 7" />);

export const ChevronDownIcon = iconOf(<path d="m6 9.5 6 6 6-6" />);

export const ExternalIcon = iconOf(
	<path d="M14 5h5v5M19 5l-8 8M11 6H6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-5" />,
);

export const ChatIcon = iconOf(
	<path d="M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6l-5 4v-4H6a2 2 0 0 1-2-2V6ZM8.5 10h7" />,
);

export const PhoneIcon = iconOf(
	<>
		<rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
		<path d="M11 18.5h2" />
	</>,
);

export const PersonIcon = iconOf(
	<>
		<circle cx="12" cy="8.5" r="3.75" />
		<path d="M4.5 20a7.5 7.5 0 0 1 15 0" />
	</>,
);
