import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import { grantToSite } from '#server/db/grant-to-site.ts'
import { migrate } from '#server/db/migrate.ts'
import { explain } from '#server/start-errors.ts'

const needed = ({ databaseUrl, databaseOwnerUrl }: Config) => {
  if (databaseUrl && databaseOwnerUrl) return { site: new URL(databaseUrl), url: databaseOwnerUrl }
  throw new ConfigError(
    'Задайте DATABASE_URL, как у сайта, и DATABASE_OWNER_URL — ту же базу от имени роли, которая ею владеет.',
  )
}

/**
 * `npm run migrate`: where the role of the site does not own its database, migrates it as the owner, and lets the role
 * do what the site needs.
 */
try {
  const { site, url } = needed(readConfig(process.env))
  const role = decodeURIComponent(site.searchParams.get('user') ?? site.username)
  await migrate({ url })
  await alone(url, 'migration', (owner) => grantToSite(owner, role))
  console.log(`База обновлена. Роль ${role} читает и пишет строки; журналы она может только дополнять.`)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
