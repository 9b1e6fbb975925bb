-- Settings of the admin area. ALERT_URLS is sealed; BRANDING_FILE is the hash of the last import.
create table site_settings (
	name text primary key,
	value text not null
);
