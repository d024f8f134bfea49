import { formatSize } from '#contract/files/file-size.ts'
import type { AssignmentRules, HandInKind } from '#contract/lessons/assignment.schema.ts'

/** The kinds of a hand-in as people read them. */
export const handInKinds: Record<HandInKind, string> = { text: 'Текст', files: 'Файлы', link: 'Ссылка' }

const wildcards: Record<string, string> = { 'image/*': 'картинки', 'video/*': 'видео', 'audio/*': 'звук' }

/** What a student should know before handing in: the kinds, the types and the size of files, the team. */
export const handInFacts = ({ kinds, file_types, max_file_size, team_size }: AssignmentRules): string[] => {
  const types = file_types.map((type) => wildcards[type] ?? type).join(', ')
  const limits = [types, max_file_size === null ? '' : `до ${formatSize(max_file_size)}`].filter(Boolean)
  const usual = kinds.includes('text') && kinds.includes('files') && !kinds.includes('link')
  return [
    usual ? '' : `Что сдать: ${kinds.map((kind) => handInKinds[kind].toLowerCase()).join(', ')}`,
    kinds.includes('files') && limits.length > 0 ? `Файлы: ${limits.join(', ')}` : '',
    team_size > 1 ? `Работа в команде до ${team_size}\u00a0человек` : '',
  ].filter(Boolean)
}
