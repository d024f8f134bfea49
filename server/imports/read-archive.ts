import { fileIdsIn } from '#contract/files/file-address.ts'
import { archiveFormat, archiveVersion, CourseArchive } from '#server/imports/course-archive.ts'
import { type ImportPlan, type PlannedFile, problemOf } from '#server/imports/import-plan.ts'
import type { Package } from '#server/imports/open-package.ts'
import { Unreadable } from '#server/imports/unreadable.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable('Файл course.json в архиве повреждён.')
  }
}

/** Checks `course.json` of a version that is known here. */
const readCourse = (text: string) => {
  const json = parse(text) as { format?: unknown; version?: unknown } | null
  if (json?.format !== archiveFormat) {
    throw new Unreadable('Это не архив курса: скачайте его в меню курса, «Скачать архив курса».')
  }
  if (typeof json.version === 'number' && json.version > archiveVersion) {
    throw new Unreadable('Архив сделан более новой версией платформы. Обновите эту и попробуйте ещё раз.')
  }
  const checked = CourseArchive.safeParse(json)
  if (!checked.success) throw new Unreadable(`Файл course.json в архиве испорчен (${problemOf(checked.error)}).`)
  return checked.data
}

/** Reads an archive of a course, the files of its texts included. */
export const readArchive = async (archive: Package): Promise<ImportPlan> => {
  if (!archive.has('course.json')) {
    throw new Unreadable(
      'Переносить нечего: в архиве нет файла course.json, как у курсов отсюда, нет текстов .md, копии Moodle или пакета SCORM. Посмотрите, тот ли это файл.',
    )
  }
  const { course, sections, lessons, files } = readCourse(await archive.text('course.json'))
  const texts = [course.content, course.announcement, ...lessons.flatMap((row) => [row.content, row.assignment?.text])]
  const used = new Set([...texts.flatMap((text) => fileIdsIn(text ?? '')), ...lessons.flatMap(({ scorm }) => scorm)])
  const warnings: string[] = []
  const planned = new Map<string, PlannedFile>()
  for (const { id, name, path } of files) {
    if (!used.has(id) || planned.has(id)) continue
    if (archive.has(path)) planned.set(id, { id, name, ...(await archive.unpack(path)) })
    else warnings.push(`Файла «${name}» в архиве нет.`)
  }
  return { course, sections, lessons, files: [...planned.values()], warnings }
}
