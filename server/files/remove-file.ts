import type { Db } from '#server/db/database.ts'
import { deleteFile } from '#server/files/files.repo.ts'
import { pictureVariants, variantKey } from '#server/pictures/pictures.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** Takes the bytes of a file away, its smaller copies too; what is not there is no error. */
export const removeBytes = async (files: FileStorage, id: string) => {
  await Promise.all(pictureVariants.map((variant) => files.remove(variantKey(id, variant))))
  await files.uploads.remove(id)
}

/** Takes a file away that nothing can use any more: its bytes first, so that its row tells of them until they are gone. */
export const removeFile = async (db: Db, files: FileStorage, id: string) => {
  await removeBytes(files, id)
  await deleteFile(db, id)
}
