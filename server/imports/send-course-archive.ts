import type { FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { sendZip } from '#server/files/send-zip.ts'
import { readOneState } from '#server/imports/export-course.repo.ts'
import { writeArchive } from '#server/imports/write-archive.ts'
import { archiveNames } from '#server/privacy/archive-names.ts'
import { diskFailure } from '#server/storage/ask-disk.ts'
import { makeTemporaryFolder } from '#server/storage/temporary-folder.ts'

/**
 * Sends a course as an archive. Its texts are on the disk meanwhile, so that it takes little memory however large it
 * is.
 */
export const sendCourseArchive = async (deps: Deps, courseId: number, reply: FastifyReply) => {
  const folder = await makeTemporaryFolder(deps.config)
  try {
    const { name, entries } = await readOneState(deps.db, (tx) => writeArchive(tx, deps, courseId, folder.path))
    await sendZip(reply, archiveNames()(`${name}.zip`), entries, () => void folder.remove())
  } catch (error) {
    await folder.remove()
    throw diskFailure(error)
  }
}
