/** What the school calls a group of students who take courses together. */
export const cohortWords = ['class', 'group', 'stream'] as const
export type CohortWord = (typeof cohortWords)[number]

interface Forms {
  /** «класс», «класса», «классу», «классом», «классе»: in one of them the word stands in every text. */
  one: string
  of: string
  to: string
  with: string
  in: string
  /** «классы» and «классов»; with `one` and `of` they make counted forms. */
  many: string
  ofMany: string
  inMany: string
  /** «новый» or «новая», as the noun's gender asks; «этот» or «эту» in the accusative; «он» or «она». */
  fresh: string
  freshOne: string
  this: string
  it: string
  its: string
  /** The one who answers for it. */
  leader: string
}

/** The forms of each word. */
export const cohortForms: Record<CohortWord, Forms> = {
  class: {
    one: 'класс',
    of: 'класса',
    to: 'классу',
    with: 'классом',
    in: 'классе',
    many: 'классы',
    ofMany: 'классов',
    inMany: 'классах',
    fresh: 'новый',
    freshOne: 'первый',
    this: 'этот класс',
    it: 'он',
    its: 'его',
    leader: 'Классный руководитель',
  },
  group: {
    one: 'группа',
    of: 'группы',
    to: 'группе',
    with: 'группой',
    in: 'группе',
    many: 'группы',
    ofMany: 'групп',
    inMany: 'группах',
    fresh: 'новая',
    freshOne: 'первую',
    this: 'эту группу',
    it: 'она',
    its: 'её',
    leader: 'Руководитель группы',
  },
  stream: {
    one: 'поток',
    of: 'потока',
    to: 'потоку',
    with: 'потоком',
    in: 'потоке',
    many: 'потоки',
    ofMany: 'потоков',
    inMany: 'потоках',
    fresh: 'новый',
    freshOne: 'первый',
    this: 'этот поток',
    it: 'он',
    its: 'его',
    leader: 'Руководитель потока',
  },
}

/** The text with a capital letter at its beginning. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
