import type { Db } from '#server/db/database.ts'
import { deleteFile } from '#server/files/files.repo.ts'
import { filmCopyKeys } from '#server/films/film-copies.ts'
import { pictureVariants, variantKey } from '#server/pictures/pictures.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** Deletes the bytes of a file and its smaller copies; missing ones are no error. */
export const removeBytes = async (files: FileStorage, id: string) => {
  const copies = [...pictureVariants.map((variant) => variantKey(id, variant)), ...filmCopyKeys(id)]
  await Promise.all(copies.map((key) => files.remove(key)))
  await files.uploads.remove(id)
}

/** Deletes a file that nothing can use any more: its bytes first, so that its row is there until they are gone. */
export const removeFile = async (db: Db, files: FileStorage, id: string) => {
  await removeBytes(files, id)
  await deleteFile(db, id)
}
