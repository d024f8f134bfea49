import { randomInt } from 'node:crypto'
import type { QuizQuestionInput } from '#contract/quizzes/quizzes.schema.ts'

type Input<Kind extends QuizQuestionInput['kind']> = Extract<QuizQuestionInput, { kind: Kind }>
type WithId<Part> = Omit<Part, 'id'> & { id: number }

/**
 * A question as it is kept. Ids of questions, options, items and pairs are random, so that neither they nor their order
 * give an answer away; the right side of a pair has an id of its own.
 */
export type StoredQuestion =
  | (WithId<Omit<Input<'single'>, 'options'>> & { options: WithId<Input<'single'>['options'][number]>[] })
  | (WithId<Omit<Input<'multiple'>, 'options'>> & { options: WithId<Input<'multiple'>['options'][number]>[] })
  | WithId<Input<'text'>>
  | WithId<Input<'number'>>
  | (WithId<Omit<Input<'order'>, 'items'>> & { items: WithId<Input<'order'>['items'][number]>[] })
  | (WithId<Omit<Input<'match'>, 'pairs'>> & {
      pairs: (WithId<Input<'match'>['pairs'][number]> & { right_id: number })[]
    })
  | WithId<Input<'gaps'>>

/** The result of an answer to a question. */
export interface QuestionScore {
  id: number
  correct: boolean
  points: number
}

const partsOf = (question: StoredQuestion | undefined): { id: number; right_id?: number }[] => {
  if (!question) return []
  if ('options' in question) return question.options
  if ('items' in question) return question.items
  return 'pairs' in question ? question.pairs : []
}

const idsOf = (questions: StoredQuestion[]) =>
  questions.flatMap((question) => [
    question.id,
    ...partsOf(question).flatMap(({ id, right_id }) => (right_id === undefined ? [id] : [id, right_id])),
  ])

/** Gives ids that were never used in a quiz. */
const idSource = (before: StoredQuestion[]) => {
  const used = new Set(idsOf(before))
  return () => {
    let id = randomInt(1, 2 ** 31 - 1)
    while (used.has(id)) id = randomInt(1, 2 ** 31 - 1)
    used.add(id)
    return id
  }
}

/** The known one with this id, which is then no longer free: a second one with the same id is a copy. */
const take = <Known extends { id: number }>(free: Map<number, Known>, id: number | undefined) => {
  const known = id === undefined ? undefined : free.get(id)
  if (known) free.delete(known.id)
  return known
}

const byId = <Known extends { id: number }>(known: Known[]) => new Map(known.map((one) => [one.id, one]))

/**
 * Questions as they are kept: those known from before keep their ids, and so do their options, items and pairs. A
 * question whose kind has changed is a new one, since answers to it would mean something else.
 */
export const withIds = (questions: QuizQuestionInput[], before: StoredQuestion[]): StoredQuestion[] => {
  const newId = idSource(before)
  const freeQuestions = byId(before)
  return questions.map((question): StoredQuestion => {
    const sent = question.id === undefined ? undefined : freeQuestions.get(question.id)
    const known = sent?.kind === question.kind ? take(freeQuestions, question.id) : undefined
    const freeParts = byId(partsOf(known))
    const id = known?.id ?? newId()
    const keep = <Part extends { id?: number | undefined }>(part: Part) => ({
      ...part,
      id: take(freeParts, part.id)?.id ?? newId(),
    })
    if (question.kind === 'single') return { ...question, id, options: question.options.map(keep) }
    if (question.kind === 'multiple') return { ...question, id, options: question.options.map(keep) }
    if (question.kind === 'order') return { ...question, id, items: question.items.map(keep) }
    if (question.kind === 'match') {
      const pairs = question.pairs.map((pair) => {
        const old = take(freeParts, pair.id)
        return { ...pair, id: old?.id ?? newId(), right_id: old?.right_id ?? newId() }
      })
      return { ...question, id, pairs }
    }
    return { ...question, id }
  })
}
