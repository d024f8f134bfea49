import { isEmptyRichText } from '#contract/content/rich-text.ts'
import { moscowMoment } from '#contract/dates.ts'
import { fileErrors, fileProblem, isPartOfText } from '#contract/files/check-file.ts'
import type { FieldErrors } from '#contract/http/problem.ts'
import type { HandInKind } from '#contract/lessons/assignment.schema.ts'
import type { Db } from '#server/db/database.ts'
import { listFilesOf } from '#server/files/file-uses.repo.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import type { AssignmentRecord } from '#server/lessons/lessons.repo.ts'
import { deadlinesOf } from '#server/tasks/present-task.ts'
import { draftOf } from '#server/tasks/task-files.ts'
import type { TaskRecord } from '#server/tasks/tasks.table.ts'
import { extensionOf } from '#server/uploads/file-name.ts'

/**
 * 409 after the closing date; an extended task is accepted until its extension ends. `at` is the moment of the hand-in.
 */
const checkOpen = (task: TaskRecord, assignment: AssignmentRecord, at: string) => {
  const { closes_at } = deadlinesOf({ task, assignment })
  if (closes_at === null || at <= closes_at) return
  throw new Refusal('hand-in-closed', {
    detail: `Приём работ закончился ${moscowMoment(closes_at)}. Черновик сохранён: попросите у преподавателя больше времени.`,
  })
}

const ways: Record<HandInKind, string> = { text: 'текст', files: 'файлы', link: 'ссылку' }

/** The field of each kind of content. */
const fields: Record<HandInKind, string> = { text: 'content', files: 'file_ids', link: 'link' }

const excess: Record<HandInKind, string> = {
  text: 'Уберите текст',
  files: 'Уберите файлы',
  link: 'Уберите ссылку',
}

const listWays = new Intl.ListFormat('ru', { type: 'disjunction' })

/** The kinds that the assignment does not accept, field by field. */
const checkKinds = (given: HandInKind[], kinds: HandInKind[]): FieldErrors => {
  const taken = listWays.format(kinds.map((kind) => ways[kind]))
  const refused = given.filter((kind) => !kinds.includes(kind))
  return Object.fromEntries(refused.map((kind) => [fields[kind], [`${excess[kind]}: в этом задании сдают ${taken}.`]]))
}

/** Whether the assignment takes this file for its extension alone: then the bytes must be of that kind, too. */
const isTakenByExtension = (file: FileRecord, types: string[]) =>
  types.length > 0 && fileProblem(file, { types: types.filter((type) => type.includes('/')) }) !== null

/** The file check of the specification (§5) for every file, and of what is in it; each message once. */
const checkFiles = (files: FileRecord[], { file_types, max_file_size }: AssignmentRecord) => {
  const check = {
    ...(file_types.length > 0 ? { types: file_types } : {}),
    ...(max_file_size === null ? {} : { maxSize: max_file_size }),
  }
  const refused = files.flatMap((file) => {
    const sentence =
      fileProblem(file, check) ??
      (file.disguised && isTakenByExtension(file, file_types) ? fileErrors.content(extensionOf(file.name)) : null)
    return sentence ? [{ name: file.name, sentence }] : []
  })
  if (refused.length === 0) return
  throw new Refusal('invalid', {
    detail: refused.map(({ name, sentence }) => `${name}: ${sentence}`).join('\n'),
    fields: { file_ids: [...new Set(refused.map(({ sentence }) => sentence))] },
  })
}

/**
 * Whether a draft may be handed in at `at`: in time, not empty, and as the assignment requires. 409 or 422 otherwise.
 */
export const checkHandIn = async (tx: Db, task: TaskRecord, assignment: AssignmentRecord, at: string) => {
  checkOpen(task, assignment, at)
  const files = await listFilesOf(tx, [draftOf(task)])
  const listed = files.filter(({ position }) => position !== null)
  const placeOf = ({ file }: { file: FileRecord }) => task.draft_content.indexOf(file.id)
  const inText = files
    .filter(({ file, position }) => position === null && (file.disguised || !isPartOfText(file)))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  const given: HandInKind[] = [
    ...(isEmptyRichText(task.draft_content) ? [] : ['text' as const]),
    ...(listed.length === 0 ? [] : ['files' as const]),
    ...(task.draft_link === null ? [] : ['link' as const]),
  ]
  if (given.length === 0) {
    const field = fields[assignment.kinds[0] ?? 'text']
    const wanted = listWays.format(assignment.kinds.map((kind) => ways[kind]))
    throw invalid(field, `Работа пустая. Добавьте ${wanted} и отправьте ещё раз.`)
  }
  const errors = checkKinds(given, assignment.kinds)
  const [detail] = Object.values(errors).flat()
  if (detail) throw new Refusal('invalid', { detail, fields: errors })
  checkFiles(
    [...listed, ...inText].map(({ file }) => file),
    assignment,
  )
}
