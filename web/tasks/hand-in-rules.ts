import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { FileCheck } from '#contract/files/check-file.ts'
import type { AssignmentRules, HandInKind } from '#contract/lessons/assignment.schema.ts'
import type { HandInValue } from '#web/tasks/hand-in-draft.ts'

/** What a file of a hand-in may be. */
export const fileCheckOf = ({ file_types, max_file_size }: AssignmentRules): FileCheck => ({
  ...(file_types.length > 0 ? { types: file_types } : {}),
  ...(max_file_size === null ? {} : { maxSize: max_file_size }),
})

/** Which kinds a hand-in has something of. */
export const kindsIn = ({ content, files, link }: HandInValue): HandInKind[] => [
  ...(isEmptyRichText(content) ? [] : (['text'] as const)),
  ...(files.length > 0 ? (['files'] as const) : []),
  ...(link === '' ? [] : (['link'] as const)),
]

const acts: Record<HandInKind, string> = { text: 'напишите ответ', files: 'приложите файл', link: 'дайте ссылку' }

/** What to do about an empty task: «Работа пустая. Напишите ответ или приложите файл и отправьте ещё раз.» */
export const emptyText = (kinds: HandInKind[]) => {
  const phrases = kinds.map((kind) => acts[kind])
  const list = phrases.length > 2 ? `${phrases.slice(0, -1).join(', ')} или ${phrases.at(-1)}` : phrases.join(' или ')
  return `Работа пустая. ${list.slice(0, 1).toUpperCase()}${list.slice(1)} и отправьте ещё раз.`
}

const removals: Record<HandInKind, string> = {
  text: 'Задание больше не принимает текст: уберите его перед отправкой.',
  files: 'Задание больше не принимает файлы: уберите их перед отправкой.',
  link: 'Задание больше не принимает ссылку: уберите её перед отправкой.',
}

/** What was begun before the assignment changed and cannot be handed in any more: a sentence for each kind. */
export const unwantedText = (kinds: HandInKind[], value: HandInValue) =>
  kindsIn(value)
    .filter((kind) => !kinds.includes(kind))
    .map((kind) => removals[kind])
