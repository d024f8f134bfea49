import { open } from 'node:fs/promises'
import { fileErrors } from '#contract/files/check-file.ts'
import type { ImportKind } from '#contract/imports/imports.schema.ts'
import { checkPlan, type ImportPlan } from '#server/imports/import-plan.ts'
import type { ImportSource } from '#server/imports/import-source.ts'
import { openPackage } from '#server/imports/open-package.ts'
import { readArchive } from '#server/imports/read-archive.ts'
import { readDocx } from '#server/imports/read-docx.ts'
import { readMarkdown } from '#server/imports/read-markdown.ts'
import { readMoodle } from '#server/imports/read-moodle.ts'
import { Unreadable } from '#server/imports/unreadable.ts'
import { diskFailure } from '#server/storage/ask-disk.ts'
import { StorageFailure } from '#server/storage/storage.ts'
import { cleanFileName } from '#server/uploads/file-name.ts'
import { programDisguisedAs, sampleSize, seeType } from '#server/uploads/file-type.ts'

const withPackage = async (
  { path, size, folder }: ImportSource,
  read: (opened: Awaited<ReturnType<typeof openPackage>>, folder: string) => Promise<ImportPlan>,
) => {
  const opened = await openPackage(path, size, folder)
  try {
    return await read(opened, folder)
  } finally {
    opened.close()
  }
}

const readers: Partial<Record<ImportKind, (source: ImportSource) => Promise<ImportPlan>>> = {
  archive: (source) => withPackage(source, readArchive),
  markdown: readMarkdown,
  docx: readDocx,
  moodle: (source) => withPackage(source, readMoodle),
}

/** Leaves out files that are larger than this site keeps. */
const withinLimits = (plan: ImportPlan, maxFileSize: number): ImportPlan => {
  const tooLarge = plan.files.filter(({ size }) => size > maxFileSize)
  return {
    ...plan,
    files: plan.files.filter(({ size }) => size <= maxFileSize),
    warnings: [...plan.warnings, ...tooLarge.map(({ name }) => `Файл «${name}» больше, чем здесь можно хранить.`)],
  }
}

const sampleOf = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleSize), 0, sampleSize, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Leaves out programs under the names of something else: uploads refuse them (`finishUpload`), and with one the whole
 * import.
 */
const withoutDisguises = async (plan: ImportPlan): Promise<ImportPlan> => {
  const warnings = [...plan.warnings]
  const files: ImportPlan['files'] = []
  for (const file of plan.files) {
    const name = cleanFileName(file.name)
    const disguise = programDisguisedAs(name, await seeType(await sampleOf(file.path), { name, type: '' }))
    if (disguise) warnings.push(`«${name}»: ${fileErrors.program(disguise)}`)
    else files.push(file)
  }
  return { ...plan, files, warnings }
}

/** What went wrong in a damaged file: people get a sentence, whatever a library says. */
const sentenceOf = (error: unknown) =>
  error instanceof Unreadable ? error.message : 'Файл повреждён, прочитать его не получилось.'

/** What an import is read as: what is to be made, why nothing is, or what is wrong with the disk. */
type Reading = { plan: ImportPlan } | { failure: string } | { disk: StorageFailure['reason'] }

/**
 * Reads a file to import, in a worker: unpacks, checks and cleans it. Errors are sentences or words, as classes are lost
 * between threads.
 */
export const readImport = async (source: ImportSource): Promise<Reading> => {
  try {
    const read = readers[source.kind]
    if (!read) throw new Unreadable('Файлы этого вида не переносятся.')
    const plan = await read(source)
    return { plan: checkPlan(await withoutDisguises(withinLimits(plan, source.maxFileSize))) }
  } catch (error) {
    const failure = diskFailure(error instanceof Unreadable ? error.cause : error)
    return failure instanceof StorageFailure ? { disk: failure.reason } : { failure: sentenceOf(error) }
  }
}
