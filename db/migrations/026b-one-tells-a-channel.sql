-- Who tells a channel has it until then, so that nobody else tells the same. Mail is a channel like the others.

alter table alert_channels add column busy_until timestamptz;
