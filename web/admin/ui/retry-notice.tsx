import type { ComponentProps } from 'react';
import { RetryNotice as LocalRetryNotice } from '../../ui/notices/retry-notice.tsx';

export function RetryNotice(props: Omit<ComponentProps<typeof LocalRetryNotice>, 'label'>) {
	return <LocalRetryNotice {...props} label="Try again" />;
}
