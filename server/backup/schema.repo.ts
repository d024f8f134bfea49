import { DatabaseClient } from '#server/db/database-client.ts'

/**
 * Everything that migrations create, one line each, by names: how PostgreSQL spells a definition differs between its
 * versions. What belongs to an extension is left out. Constraints of kind `n` repeat the columns' own NOT NULL, from 18
 * on.
 */
const schemaQuery = `
  with own as (
    select oid from pg_namespace where nspname = 'public'
  ), of_extensions as (
    select objid from pg_depend where deptype = 'e'
  ), relations as (
    select * from pg_class where relnamespace in (select oid from own) and oid not in (select objid from of_extensions)
  )
  select case relkind when 'r' then 'table' when 'i' then 'index' when 'S' then 'sequence' else 'relation' end
    || ' ' || relname as line from relations
  union all
  select concat_ws(' ', 'column', relname || '.' || attname, format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, case when atthasdef then 'default' end,
    'generated ' || nullif(attgenerated::text, ''), 'identity ' || nullif(attidentity::text, ''))
  from pg_attribute join relations on relations.oid = attrelid
  where relkind <> 'i' and attnum > 0 and not attisdropped
  union all
  select 'constraint ' || relname || '.' || conname || ' ' || contype::text || case when convalidated then '' else ' not valid' end
  from pg_constraint join relations on relations.oid = conrelid where contype <> 'n'
  union all
  select 'trigger ' || relname || '.' || tgname || ' ' || tgenabled::text
  from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
  union all
  select 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ') ' || md5(prosrc)
  from pg_proc where pronamespace in (select oid from own) and oid not in (select objid from of_extensions)
  union all
  select 'type ' || typname || ' ' || typtype::text || coalesce(' ' ||
    (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid), '')
  from pg_type where typnamespace in (select oid from own) and typtype in ('e', 'd', 'r')
    and oid not in (select objid from of_extensions)
  union all
  select 'extension ' || extname from pg_extension where extname <> 'plpgsql'`

const foreignQuery = `
  select 'база ' || datname as line from pg_database where not datistemplate and datname not in ('postgres', current_database())
  union all
  select 'роль ' || rolname from pg_roles where rolname !~ '^pg_' and rolname not in ('postgres', current_user)
  union all
  select 'схема ' || nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'drizzle', 'information_schema')`

const query = async (url: string, text: string): Promise<{ line: string }[]> => {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}

const linesOf = async (url: string, text: string) => {
  const rows = await query(url, text)
  return rows.map(({ line }) => line).sort()
}

/** What the schema of a database consists of, sorted. Equal for databases of different major versions of PostgreSQL. */
export const listSchema = (url: string) => linesOf(url, schemaQuery)

/** What a cluster has beside the site's own database, for people: «роль bi». */
export const listForeign = (url: string) => linesOf(url, foreignQuery)

/** Whether the site has ever migrated the database. */
export const isMigrated = async (url: string) => {
  const found = await query(url, "select '' as line where to_regclass('drizzle.__drizzle_migrations') is not null")
  return found.length > 0
}
