import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkArchive } from '#server/backup/back-up.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { failCommand } from '#server/backup/fail-command.ts'
import { passphraseKey } from '#server/backup/passphrase.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type Config, readConfig } from '#server/config.ts'
import { closeDataFolder } from '#server/data-folder.ts'
import { openConfiguredDatabase } from '#server/db/configured.ts'
import { endOnSignal } from '#server/end-on-signal.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { makeTemporaryFolder } from '#server/storage/temporary-folder.ts'

const refuseFullFolder = async ({ dataDir }: Config) => {
  const found = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // a disk of its own begins with this one
  if (found.some((name) => name !== 'lost+found'))
    throw new BackupError(
      `Папка ${dataDir} не пуста. Восстановить копию можно только в пустую: задайте другую в DATA_DIR.`,
    )
}

/** `npm run restore -- FILE`: makes an empty site what an archive has. */
const restore = async (path: string | undefined) => {
  if (!path) throw new Error('Укажите файл: npm run restore -- /srv/copies/praktika.tar.gz')
  const config = readConfig(process.env)
  await refuseFullFolder(config)
  const key = config.backupKey === null ? null : passphraseKey(config.backupKey)
  // before there is a database: with the right file and passphrase the same folder is still empty
  await checkArchive(resolve(path), key)
  closeDataFolder(config)
  const database = await openConfiguredDatabase(config, console.log)
  // a film may be larger than the memory that /tmp is in
  const temporary = await makeTemporaryFolder(config)
  try {
    const files = await openStorage(config)
    const restored = await restoreBackup(resolve(path), {
      url: database.url,
      files,
      key,
      temporaryFolder: temporary.path,
      isChecked: true,
    })
    console.log(`Сайт восстановлен из копии. Файлов: ${restored.files}. Запустите его: npm start.`)
  } finally {
    await temporary.remove()
    await database.close()
  }
}

endOnSignal()
await restore(process.argv[2]).catch(failCommand)
