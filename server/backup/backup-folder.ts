import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { BackupError } from '#server/backup/backup-error.ts'
import { diskReason } from '#server/disk-reason.ts'
import { makeFolder } from '#server/make-folder.ts'

/** Makes the folder that a copy is to be in, for the site's user alone. Throws BackupError with a sentence. */
export const openBackupFolder = async (path: string) => {
  try {
    await makeFolder(path, 0o700)
  } catch (error) {
    throw new BackupError(`Папку для копий ${path} не создать: ${diskReason(error)}. Укажите другую.`)
  }
}

/** The sentence about a folder for daily copies that cannot be used. */
export const unwritable = (path: string, error: unknown) =>
  `В папку копий ${path} не записать: ${diskReason(error)}. Проверьте BACKUP_DIR.`

/** Why daily copies cannot be written into a folder, as a sentence; null when they can. Makes the folder. */
export const findFolderTrouble = async (path: string): Promise<string | null> => {
  try {
    await makeFolder(path, 0o700)
    await access(path, constants.W_OK)
    return null
  } catch (error) {
    return unwritable(path, error)
  }
}
