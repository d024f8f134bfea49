import { counted } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import type { textsIn } from '#web/journal/change-texts.ts'
import type { OwnChange } from '#web/journal/pending-changes.ts'

/** How the journal on screen describes what was left of it. */
export type KeptTexts = Pick<ReturnType<typeof textsIn>, 'ofAll' | 'goneOf'>

/** What an earlier page has left of a journal. */
interface Left {
  changes: OwnChange[]
  /** What the server had refused before that page ended, and why. */
  refused: string[]
}

const join = (texts: string[], separator: string) => texts.filter((text) => text !== '').join(separator)

/** «2 изменения у студентов, которых в журнале уже нет», and when these can be saved. */
const goneTexts = (changes: OwnChange[], { goneOf }: KeptTexts) => {
  const about = (isStudent: boolean) => changes.map(goneOf).filter((gone) => gone?.startsWith('student') === isStudent)
  const [students, columns] = [about(true), about(false)]
  const isOne = (gone: unknown[]) => new Set(gone).size === 1
  const countOf = ({ length }: unknown[], place: string) =>
    length === 0 ? '' : `${counted(length, 'изменение', 'изменения', 'изменений')} ${place} в журнале уже нет`
  const studentWord = called(isOne(students) ? 'студента' : 'студентов')
  const [inColumns, columnWord] = isOne(columns)
    ? ['в столбце, которого', 'столбец']
    : ['в столбцах, которых', 'столбцы']
  const what = [
    countOf(students, `у ${studentWord}, ${isOne(students) ? 'которого' : 'которых'}`),
    countOf(columns, inColumns),
  ]
  const until = [
    students.length > 0 ? `${studentWord} вернут на курс` : '',
    columns.length > 0 ? `${columnWord} вернут в журнал` : '',
  ]
  return { what: join(what, ', и '), until: `Сохранить это получится, когда ${join(until, ', а ')}.` }
}

/**
 * The question whether what was left is saved. The server would refuse changes of students and columns that the journal
 * no longer has: they are left on the device.
 */
export const keptQuestion = ({ changes, refused }: Left, texts: KeptTexts) => {
  const [here, gone] = [changes.filter((change) => !texts.goneOf(change)), changes.filter(texts.goneOf)]
  const { what, until } = goneTexts(gone, texts)
  const canSave = here.length > 0
  const sentences = [
    `До сервера могло не дойти: ${canSave ? texts.ofAll(here, { withColumns: true }) : what}.`,
    gone.length === 0
      ? ''
      : canSave
        ? `Также могло не дойти ${what}: сейчас это не сохранится и останется на устройстве.`
        : until,
    refused.length > 0 ? `Сервер уже отказался сохранить: ${refused.join('; ')}.` : '',
  ]
  return {
    title: 'В прошлый раз сохранилось не всё',
    text: join(sentences, ' '),
    accept: canSave ? 'Сохранить сейчас' : 'Оставить на потом',
    reject: 'Удалить',
    canSave,
  }
}
