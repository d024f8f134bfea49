import { readConfig } from '#server/config.ts'
import { joinConfiguredDatabase, refuseWithoutDatabase } from '#server/db/configured.ts'
import { endOnSignal } from '#server/end-on-signal.ts'
import { renewLinkKeys } from '#server/files/link-keys.repo.ts'
import { explain } from '#server/start-errors.ts'

endOnSignal()

/**
 * `npm run renew-keys`: after a theft of the database, ends all links to files and those in letters that stop letters.
 */
try {
  const config = readConfig(process.env)
  await refuseWithoutDatabase(config)
  const { db, close } = await joinConfiguredDatabase(config)
  try {
    const count = await db.transaction(renewLinkKeys)
    console.log(`Ключи ссылок заменены, файлов: ${count}. Перезапустите сайт: прежние ссылки больше не работают.`)
  } finally {
    await close()
  }
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
