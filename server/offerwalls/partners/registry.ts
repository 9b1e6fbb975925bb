import type { Partner } from './partner.ts';
import * as signed from './signed.ts';
import * as surveys from './surveys.ts';
import * as unsigned from './unsigned.ts';
import { wannadsFamily } from './wannads.ts';

export const partners: Readonly<Record<string, Partner>> = { ...surveys, ...signed, ...unsigned, ...wannadsFamily };
