import type { JournalQuiz } from '#contract/journal/journal.schema.ts'

/** A quiz, or a tool of another site, after the name of its lesson: «тест «О сетке»». */
export const quizName = ({ kind, title }: Pick<JournalQuiz, 'kind' | 'title'>) =>
  `${kind === 'tool' ? 'инструмент' : 'тест'} «${title}»`
