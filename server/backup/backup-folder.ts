import { BackupError } from '#server/backup/backup-error.ts'
import { makeFolder } from '#server/make-folder.ts'

/** Makes the folder that a copy is to be in, for the site's user alone. Throws BackupError with a sentence. */
export const openBackupFolder = async (path: string) => {
  try {
    await makeFolder(path, 0o700)
  } catch (error) {
    throw new BackupError(`Папку для копий ${path} не создать: ${(error as Error).message}. Укажите другую.`)
  }
}
