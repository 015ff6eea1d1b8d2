-- Templates, their versions, the files that belong to them, and snippets. What they say is sealed by the vault: only
-- names, numbers and times are in the clear.

create table templates (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  slug text not null,
  name text not null,
  -- What is being worked on, sealed. revision counts its changes.
  draft bytea not null,
  revision integer not null check (revision > 0),
  -- The newest version; 0 before the first.
  version integer not null default 0 check (version >= 0),
  -- The version that is used; null before the first.
  published_version integer,
  -- The version that the draft equals; null since it was changed.
  draft_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organisation_id, slug)
);
create index templates_organisation_id on templates (organisation_id, id);

-- Never changed; gone with their template.
create table template_versions (
  template_id text not null references templates (id) on delete cascade,
  version integer not null check (version > 0),
  organisation_id text not null references organisations (id) on delete cascade,
  -- Id of the key or person that published it.
  actor text not null,
  -- Sealed, with the snippets as they were then.
  body bytea not null,
  created_at timestamptz not null default now(),
  primary key (template_id, version)
);
create index template_versions_organisation_id on template_versions (organisation_id);

-- Files of templates. What changes gets a row of its own; drafts and versions name the rows they use.
create table template_assets (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  template_id text not null references templates (id) on delete cascade,
  -- Whether a version uses it, which then stays.
  published boolean not null default false,
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index template_assets_template_id on template_assets (template_id);
create index template_assets_organisation_id on template_assets (organisation_id);

create table snippets (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null,
  -- Sealed. version counts its changes.
  content bytea not null,
  version integer not null check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organisation_id, name)
);

alter table templates enable row level security, force row level security;
create policy own_organisation on templates
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table template_versions enable row level security, force row level security;
create policy own_organisation on template_versions
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table template_assets enable row level security, force row level security;
create policy own_organisation on template_assets
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));

alter table snippets enable row level security, force row level security;
create policy own_organisation on snippets
  using (current_setting('app.bypass', true) = 'on' or organisation_id = current_setting('app.organisation_id', true));
