import { ConfigError } from '#server/config.ts'
import type { Holder } from '#server/db/alone.ts'

/**
 * What the role of the site may do with tables that are to be kept from it: with all others everything but to change
 * them.
 */
const kept = {
  audit_entries: 'select, insert',
  audit_links: 'select, insert',
  // entries are deleted after their time; a trigger refuses it before
  security_entries: 'select, insert, delete',
}

/** Throws ConfigError when the role of the site could change the tables all the same. */
const refuseOwner = async (owner: Holder, site: string) => {
  const { rows } = await owner.query(
    `select rolsuper or exists (
        select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname in ('public', 'drizzle') and pg_has_role(pg_roles.oid, relowner, 'member'))
      or exists (
        select from pg_database where datname = current_database() and pg_has_role(pg_roles.oid, datdba, 'member')) as owns
    from pg_roles where rolname = $1`,
    [site],
  )
  if (rows.length === 0)
    throw new ConfigError(
      `Роли ${site} в базе нет. Создайте её: createuser ${site}, и выполните npm run migrate ещё раз.`,
    )
  if (rows[0].owns)
    throw new ConfigError(
      `Роль сайта ${site} сама владеет базой или таблицами, и журналы от неё не защищены. Передайте их: ALTER DATABASE … OWNER TO и REASSIGN OWNED BY ${site} TO роль из DATABASE_OWNER_URL.`,
    )
}

/**
 * Lets a role that owns nothing run the site: it reads and writes rows, and changes no table, trigger or function. The
 * logs it can only append to. The connection is the owner's, or a superuser's; repeat it after each migration. Throws
 * ConfigError when the role owns something.
 */
export const grantToSite = async (owner: Holder, site: string) => {
  await refuseOwner(owner, site)
  const role = owner.escapeIdentifier(site)
  await owner.query('begin')
  try {
    await owner.query(`grant usage on schema public, drizzle to ${role}`)
    await owner.query(`grant select, insert, update, delete on all tables in schema public to ${role}`)
    await owner.query(`grant usage on all sequences in schema public to ${role}`)
    await owner.query(`grant select on all tables in schema drizzle to ${role}`)
    for (const [table, rights] of Object.entries(kept)) {
      await owner.query(`revoke all on ${table} from ${role}`)
      await owner.query(`grant ${rights} on ${table} to ${role}`)
    }
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}
