import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Upload } from '@tus/server'
import { lookup } from 'mime-types'
import type { Deps } from '#server/deps.ts'
import { markDeleting } from '#server/files/files.repo.ts'
import { removeFile } from '#server/files/remove-file.ts'
import type { PlannedFile } from '#server/imports/import-plan.ts'
import { beginUpload } from '#server/uploads/begin-upload.ts'
import { cleanFileName } from '#server/uploads/file-name.ts'
import { finishUpload } from '#server/uploads/finish-upload.ts'

type StoreDeps = Pick<Deps, 'db' | 'files' | 'antivirus' | 'config'>

/**
 * Stores an unpacked file as an upload of this person: with the same checks, quotas and smaller pictures. Returns its
 * id. Nothing uses it yet, so that it is swept if nothing ever does.
 */
export const storeFile = async (
  { db, files, antivirus, config }: StoreDeps,
  userId: number,
  { name, path, size }: PlannedFile,
) => {
  const id = randomBytes(16).toString('hex')
  const values = {
    id,
    user_id: userId,
    name: cleanFileName(name),
    type: lookup(name) || 'application/octet-stream',
    size,
  }
  const file = await beginUpload(db, { ...values, link_key: randomBytes(32) }, config.uploadQuota)
  try {
    await files.uploads.create(
      new Upload({ id, size, offset: 0, metadata: { filename: file.name, filetype: file.type } }),
    )
    if (size > 0) await files.uploads.write(createReadStream(path), id, 0)
    await finishUpload({ db, files, antivirus }, file)
    return id
  } catch (error) {
    await removeFile(db, files, id)
    throw error
  }
}

/** Deletes those of the files that nothing uses. */
export const removeUnusedFiles = async ({ db, files }: Pick<Deps, 'db' | 'files'>, ids: Iterable<string>) => {
  for (const id of ids) if (await markDeleting(db, id)) await removeFile(db, files, id)
}
