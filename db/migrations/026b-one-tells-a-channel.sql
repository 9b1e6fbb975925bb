-- Lease of a channel, so that one node alerts it.

alter table alert_channels add column busy_until timestamptz;
