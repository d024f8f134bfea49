import type { HandInKind } from '#contract/lessons/assignment.schema.ts'

/** The kinds of a hand-in as people read them. */
export const handInKinds: Record<HandInKind, string> = { text: 'Текст', files: 'Файлы', link: 'Ссылка' }
