import type { ComponentProps } from 'react';
import { RetryNotice as LocalRetryNotice } from '../../ui/notices/retry-notice.tsx';

const texts = { tryAgain: 'Try again' };

export function RetryNotice(props: Omit<ComponentProps<typeof LocalRetryNotice>, 'label'>) {
	return <LocalRetryNotice {...props} label={texts.tryAgain} />;
}
