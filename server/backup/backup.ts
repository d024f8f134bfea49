import { resolve } from 'node:path'
import { backUp } from '#server/backup/back-up.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { failCommand } from '#server/backup/fail-command.ts'
import { passphraseKey } from '#server/backup/passphrase.ts'
import { filesFolderAround, readConfig } from '#server/config.ts'
import { closeDataFolder } from '#server/data-folder.ts'
import { joinConfiguredDatabase, refuseWithoutDatabase } from '#server/db/configured.ts'
import { endOnSignal } from '#server/end-on-signal.ts'
import { openStorage } from '#server/storage/open-storage.ts'

/** `npm run backup -- FILE`: writes the whole site into one archive, also while it runs. */
const makeBackup = async (path: string | undefined) => {
  if (!path) throw new Error('Укажите файл: npm run backup -- /srv/copies/praktika.tar.gz')
  const config = readConfig(process.env)
  const filesFolder = filesFolderAround(resolve(path), config)
  if (filesFolder)
    throw new BackupError(
      `${path} внутри папки файлов сайта ${filesFolder}, и в каждую копию попали бы прежние. Укажите другую папку, лучше на другом диске.`,
    )
  await refuseWithoutDatabase(config)
  closeDataFolder(config)
  const database = await joinConfiguredDatabase(config)
  try {
    const files = await openStorage(config)
    const key = config.backupKey === null ? null : passphraseKey(config.backupKey)
    const made = await backUp(resolve(path), { url: database.url, files, key })
    console.log(`Копия готова и проверена: ${path}. Таблиц: ${made.tables}, файлов: ${made.files}.`)
    if (!config.backupKey)
      console.log('Она не зашифрована: в ней персональные данные. Пароль задаёт переменная BACKUP_KEY.')
  } finally {
    await database.close()
  }
}

endOnSignal()
await makeBackup(process.argv[2]).catch(failCommand)
