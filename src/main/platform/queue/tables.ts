import { z } from 'zod'
import { DatabaseFailure } from './database-failure.ts'
import type { SharedDatabase } from './database.ts'

/** Schema versions in order; each is run once, in the transaction that notes it. */
const steps: readonly string[] = [
  `
  create table dewpoint.contents (
    hash text primary key,
    bytes bytea not null,
    added_at timestamptz not null default now()
  );
  -- Compressed by whoever wrote them.
  alter table dewpoint.contents alter column bytes set storage external;
  create table dewpoint.runs (
    id text primary key,
    name text not null,
    build text not null,
    state text not null default 'open',
    reason text not null default '',
    body bytea not null,
    max_usd numeric,
    since timestamptz not null default now(),
    seen_at timestamptz not null default now()
  );
  create table dewpoint.cells (
    key text primary key,
    body bytea not null,
    payload text,
    judgements text,
    is_done boolean not null,
    worker text not null,
    for_run text not null,
    finished_at timestamptz not null default now()
  );
  create table dewpoint.wanted (
    run_id text not null,
    key text not null,
    is_ready boolean not null default false,
    since timestamptz not null default now(),
    primary key (run_id, key)
  );
  create index wanted_by_key on dewpoint.wanted (key);
  create index wanted_ready on dewpoint.wanted (run_id) where is_ready;
  create table dewpoint.answers (
    request_sha256 text primary key,
    body bytea not null,
    created_ts double precision not null
  );
  create table dewpoint.members (
    id text primary key,
    kind text not null,
    build text not null,
    body jsonb not null default '{}',
    seen_at timestamptz not null default now()
  );
  create table dewpoint.claims (
    work text primary key,
    owner text not null,
    until timestamptz not null
  );
  create table dewpoint.calls (
    id uuid primary key,
    ts timestamptz not null default now(),
    owner text not null,
    scopes text[] not null,
    worst_usd numeric not null,
    cost_usd numeric,
    is_sent boolean not null default false,
    body jsonb not null
  );
  create index calls_open on dewpoint.calls (owner) where cost_usd is null;
  create table dewpoint.ledger (scope text primary key, taken_usd numeric not null);
  create table dewpoint.shared (
    id text primary key,
    content_sha256 text not null,
    name text not null,
    pushed_at timestamptz not null default now(),
    pushed_by text not null,
    is_redacted boolean not null,
    cells integer not null,
    bytes integer not null,
    body bytea not null
  );`,
  // Which run of an experiment was pushed: the same one may be run again and again.
  `alter table dewpoint.shared add column run_sha256 text not null default ''`,
]

const versionSchema = z.object({ version: z.int() })
/** One process at a time makes tables. */
const lockNumber = 0x6465_7770

/**
 * Makes the tables that are missing, in the schema `dewpoint`. Throws a `DatabaseFailure` where a newer Dewpoint made
 * them.
 */
export async function makeTables(database: SharedDatabase): Promise<void> {
  const version = await database.transaction(async ({ run, rows, raw }) => {
    await run('select pg_advisory_xact_lock($1)', [lockNumber])
    // Whoever owns the schema may not be allowed to make one.
    if ((await run(`select from pg_namespace where nspname = 'dewpoint'`)) === 0)
      await raw('create schema dewpoint')
    await raw('create table if not exists dewpoint.version (version integer not null)')
    const [found] = await rows(versionSchema, 'select version from dewpoint.version')
    const known = found?.version ?? 0
    for (const step of steps.slice(known)) await raw(step)
    if (known >= steps.length) return known
    await run('delete from dewpoint.version')
    await run('insert into dewpoint.version values ($1)', [steps.length])
    return steps.length
  })
  if (version <= steps.length) return
  const message = `a newer Dewpoint has made its tables (version ${version}, this one knows ${steps.length})`
  throw new DatabaseFailure(database, new Error(message))
}
