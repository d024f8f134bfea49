import { type QuizInput, quizLimits } from '#contract/quizzes/quizzes.schema.ts'
import type { ArchivedLesson } from '#server/imports/course-archive.ts'
import { shortName } from '#server/imports/import-plan.ts'
import { type Activity, activityLesson, activityText, type Backup } from '#server/imports/moodle-activities.ts'
import { type MappedQuestion, mapQuestion } from '#server/imports/moodle-questions.ts'
import { htmlOf, readMoodleText } from '#server/imports/moodle-text.ts'
import { at, field, numberField, readRecord, type XmlRecord } from '#server/imports/moodle-xml.ts'
import type { Package } from '#server/imports/open-package.ts'
import { Unreadable } from '#server/imports/unreadable.ts'

/** Max questions of a course: one of the bank may be asked in many quizzes. */
const maxQuestions = 20_000

/** The questions of a backup: by their own ids, and by those of the bank (since Moodle 4), the newest first. */
export const readQuestions = async (from: Package) => {
  const byId = new Map<string, XmlRecord>()
  const versions = new Map<string, { version: string; question: XmlRecord }[]>()
  const categories = at(await readRecord(from, 'questions.xml', 'question_categories'), 'question_category')
  for (const category of categories) {
    for (const question of at(category, 'questions', 'question')) byId.set(question.id, question)
    for (const entry of at(category, 'question_bank_entries', 'question_bank_entry')) {
      const kept = at(entry, 'question_version', 'question_versions')
        .toSorted((a, b) => (numberField(b, 'version') ?? 0) - (numberField(a, 'version') ?? 0))
        .flatMap((one) => {
          const [question] = at(one, 'questions', 'question')
          return question
            ? [{ version: field(one, 'version'), isDraft: field(one, 'status') === 'draft', question }]
            : []
        })
      for (const { question } of kept) byId.set(question.id, question)
      const ready = kept.filter(({ isDraft }) => !isDraft)
      versions.set(entry.id, ready.length > 0 ? ready : kept)
    }
  }
  const mapped = new Map<XmlRecord, MappedQuestion>()
  let asked = 0
  return {
    find: (id: string) => byId.get(id),
    /** The question of the bank in this version, or in its newest one. */
    ofBank: (entry: string, version: string) => {
      const kept = versions.get(entry) ?? []
      return (kept.find((one) => one.version === version) ?? kept[0])?.question
    },
    /** A question as it is here; each is mapped once, however many quizzes ask it. */
    map: (question: XmlRecord) => {
      asked += 1
      if (asked > maxQuestions) throw new Unreadable('В копии слишком много вопросов. Разделите курс на части.')
      const made = mapped.get(question) ?? mapQuestion(question, (id) => byId.get(id))
      mapped.set(question, made)
      return made
    },
  }
}
export type Questions = Awaited<ReturnType<typeof readQuestions>>

interface Slot {
  /** Absent for a random question, or when the backup does not have it. */
  question: XmlRecord | undefined
  isRandom: boolean
  points: number
}

/** What a quiz asks, in its order, as Moodle 2 and 3 (`questionid`) and Moodle 4 (references to the bank) keep it. */
const slotsOf = (quiz: XmlRecord, questions: Questions): Slot[] => {
  // until Moodle 2.6 the order is a list of ids, with 0 for the end of a page
  const listed = new Map(
    field(quiz, 'questions')
      .split(',')
      .map((id, place) => [id, place]),
  )
  const placeOf = (slot: XmlRecord) => numberField(slot, 'slot') ?? listed.get(field(slot, 'question')) ?? 0
  return at(quiz, 'question_instances', 'question_instance')
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((slot) => {
      const [reference] = at(slot, 'question_reference')
      const isRandom = at(slot, 'question_set_reference').length > 0
      const question = reference
        ? questions.ofBank(field(reference, 'questionbankentryid'), field(reference, 'version'))
        : questions.find(field(slot, 'questionid') || field(slot, 'question'))
      const points = numberField(slot, 'maxmark') ?? numberField(slot, 'grade') ?? 1
      return { question, isRandom, points: Math.min(1000, Math.max(0, points)) }
    })
}

/** Settings of a quiz that are not here. */
const lostSettings = (quiz: XmlRecord) => {
  const isSet = (name: string) => (numberField(quiz, name) ?? 0) > 0
  return [
    ...(isSet('timelimit') ? ['ограничение времени теста не перенесено'] : []),
    ...(isSet('timeopen') || isSet('timeclose') ? ['даты начала и конца теста не перенесены'] : []),
    ...(field(quiz, 'password') ? ['пароль теста не перенесён'] : []),
  ]
}

/** The text of a question for the lesson: that of a description as a whole, of others their pictures alone. */
const shownText = async (question: XmlRecord, number: number | null, where: string, { files, warn }: Backup) => {
  const area = { contextId: '', component: 'question', area: 'questiontext', itemId: question.id }
  const html = await readMoodleText(htmlOf(question, 'questiontext'), area, files, (problem) =>
    warn(`${where}: ${problem}.`),
  )
  if (number === null) return html
  const pictures = html.match(/<img [^>]*>/g) ?? []
  return pictures.length > 0 ? `<p>К вопросу ${number}:</p>${pictures.map((one) => `<p>${one}</p>`).join('')}` : ''
}

/** Questions in quizzes of as many as one may have. */
const inQuizzes = (quiz: XmlRecord, name: string, questions: QuizInput['questions']): QuizInput[] => {
  const attempts = numberField(quiz, 'attempts_number') ?? 0
  const isMixed =
    field(quiz, 'shufflequestions') === '1' ||
    at(quiz, 'sections', 'section').some((one) => field(one, 'shufflequestions') === '1')
  return Array.from({ length: Math.ceil(questions.length / quizLimits.questions) }, (_, place) => ({
    title: shortName(place > 0 ? `${name.slice(0, 190)} (${place + 1})` : name, 'Тест'),
    attempts: attempts >= 1 && attempts <= quizLimits.attempts ? Math.floor(attempts) : null,
    shuffle: isMixed,
    in_journal: false,
    questions: questions.slice(place * quizLimits.questions, (place + 1) * quizLimits.questions),
  })).slice(0, quizLimits.quizzes)
}

/** Max questions that a warning names. */
const maxNamed = 5

const someOf = (titles: string[]) =>
  titles.length > maxNamed
    ? `${titles.slice(0, maxNamed).join(', ')} и ещё ${titles.length - maxNamed}`
    : titles.join(', ')

/** Reads a quiz as a lesson with that quiz in its text. */
export const readQuiz = async (activity: Activity, backup: Backup, questions: Questions): Promise<ArchivedLesson[]> => {
  const { name, record } = activity
  const where = `Урок «${name}»`
  let content = await activityText(activity, backup)
  const taken: QuizInput['questions'] = []
  /** Names of questions by their outcome. */
  const remarks = new Map<string, string[]>()
  const remark = (text: string, title: string) => remarks.set(text, [...(remarks.get(text) ?? []), title])
  for (const problem of lostSettings(record)) backup.warn(`${where}: ${problem}.`)
  for (const { question, isRandom, points } of slotsOf(record, questions)) {
    if (!question) {
      backup.warn(`${where}: ${isRandom ? 'случайные вопросы не перенесены' : 'некоторых вопросов в копии нет'}.`)
      continue
    }
    const title = `«${shortName(field(question, 'name'), 'без названия')}»`
    if (field(question, 'qtype') === 'description') {
      content += await shownText(question, null, where, backup)
      continue
    }
    const mapped = questions.map(question)
    if ('fault' in mapped) {
      remark(`не перенесены вопросы (${mapped.fault})`, title)
      continue
    }
    for (const note of mapped.notes) remark(note, title)
    taken.push({ ...mapped.question, points })
    if (field(question, 'questiontext').includes('<img')) {
      content += await shownText(question, taken.length, where, backup)
    }
  }
  for (const [text, titles] of remarks) backup.warn(`${where}: ${text}: ${someOf(titles)}.`)
  const quizzes = inQuizzes(record, name, taken)
  if (quizzes.length === 0) backup.warn(`${where}: в тесте не осталось вопросов.`)
  const places = quizzes.map((_, place) => `<div data-quiz="${place + 1}"></div>`).join('')
  return [{ ...activityLesson(activity, content + places), quizzes }]
}
