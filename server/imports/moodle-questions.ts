import { Parser } from 'htmlparser2'
import { QuizQuestionInput, quizLimits } from '#contract/quizzes/quizzes.schema.ts'
import { plainTextOf } from '#server/content/plain-text.ts'
import { htmlOf } from '#server/imports/moodle-text.ts'
import { at, field, numberField, type XmlRecord } from '#server/imports/moodle-xml.ts'

/** A question as it is here, or why it cannot be. */
export type MappedQuestion = { question: QuizQuestionInput; notes: string[] } | { fault: string }

/** Finds a question of the backup by its id. */
export type FindQuestion = (id: string) => XmlRecord | undefined

type Draft = Record<string, unknown>
type Mapped = { draft: Draft; notes?: string[] } | { fault: string }

const blocks = new Set(['p', 'div', 'li', 'tr', 'table', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'])

/** The text of some HTML, its blocks on lines of their own. */
const linesOf = (html: string) => {
  const pieces: string[] = []
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'br') pieces.push('\n')
    },
    ontext: (text) => pieces.push(text.replace(/\s+/g, ' ')),
    onclosetag: (name) => {
      if (blocks.has(name)) pieces.push('\n')
      if (name === 'td' || name === 'th') pieces.push(' ')
    },
  })
  parser.end(html)
  return pieces
    .join('')
    .split('\n')
    .map((line) => line.replace(/[ \u00a0]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

const wordsOf = (from: XmlRecord, name: string, format?: string) => plainTextOf(htmlOf(from, name, format))

/** The answers, each with its share of the points, from -1 to 1. Those that people type are no HTML. */
const answersOf = (plugin: XmlRecord | undefined, isTyped = false) =>
  at(plugin, 'answers', 'answer')
    .map((answer) => ({
      id: answer.id,
      fraction: numberField(answer, 'fraction') ?? 0,
      text: isTyped ? field(answer, 'answertext').trim() : wordsOf(answer, 'answertext', 'answerformat'),
    }))
    .toSorted((a, b) => Number(a.id) - Number(b.id))

const isWhole = ({ fraction }: { fraction: number }) => fraction > 0.999
const isPart = (answer: { fraction: number }) => answer.fraction > 0 && !isWhole(answer)
const partly = 'баллы за частично верные ответы не перенесены'

const mapChoice = (plugin: XmlRecord): Mapped => {
  const answers = answersOf(plugin)
  const isSingle = field(plugin, 'multichoice', 'single') !== '0'
  if (isSingle && answers.filter(isWhole).length !== 1) return { fault: 'верных ответов не один' }
  const options = answers.map((answer) => ({
    text: answer.text,
    correct: isSingle ? isWhole(answer) : answer.fraction > 0,
  }))
  const notes = isSingle && answers.some(isPart) ? [partly] : []
  return { draft: { kind: isSingle ? 'single' : 'multiple', options }, notes }
}

const mapTrueFalse = (plugin: XmlRecord): Mapped => {
  const right = answersOf(plugin).find(isWhole)
  const isTrue = right?.id === field(plugin, 'truefalse', 'trueanswer')
  const options = [
    { text: 'Верно', correct: isTrue },
    { text: 'Неверно', correct: !isTrue },
  ]
  return right ? { draft: { kind: 'single', options } } : { fault: 'нет верного ответа' }
}

/** Answers in words that are right as they are: `*` stands for anything, and here nothing does. */
const acceptedOf = (plugin: XmlRecord | undefined) => {
  const whole = answersOf(plugin, true).filter(isWhole)
  const exact = whole.filter(({ text }) => !/(?<!\\)\*/.test(text))
  return { accepted: exact.map(({ text }) => text.replaceAll('\\*', '*')), hasPatterns: exact.length < whole.length }
}

const mapShortAnswer = (plugin: XmlRecord): Mapped => {
  const { accepted, hasPatterns } = acceptedOf(plugin)
  if (accepted.length === 0) return { fault: 'верный ответ задан шаблоном со звёздочкой' }
  const notes = [
    ...(hasPatterns ? ['ответы со звёздочкой не перенесены'] : []),
    ...(field(plugin, 'shortanswer', 'usecase') === '1' ? ['заглавные и строчные буквы здесь не различаются'] : []),
    ...(answersOf(plugin).some(isPart) ? [partly] : []),
  ]
  return { draft: { kind: 'text', accepted }, notes }
}

/** A number as Moodle reads it, with a point or a comma; null when it is none. */
const numberOf = (text: string) => {
  const given = text.replace(/\s/g, '').replace(',', '.')
  return given !== '' && Number.isFinite(Number(given)) ? Number(given) : null
}

const mapNumerical = (plugin: XmlRecord): Mapped => {
  const answers = answersOf(plugin, true)
  const [right, ...others] = answers.filter(isWhole)
  const value = right ? numberOf(right.text) : null
  if (!right || value === null || others.length > 0) return { fault: 'верное число не одно' }
  const row = at(plugin, 'numerical_records', 'numerical_record').find((one) => field(one, 'answer') === right.id)
  const tolerance = numberOf(field(row, 'tolerance')) ?? 0
  return { draft: { kind: 'number', value, tolerance }, notes: answers.some(isPart) ? [partly] : [] }
}

const mapMatch = (plugin: XmlRecord): Mapped => {
  const pairs = at(plugin, 'matches', 'match').map((one) => ({
    left: wordsOf(one, 'questiontext'),
    right: field(one, 'answertext').trim(),
  }))
  const whole = pairs.filter(({ left }) => left)
  return {
    draft: { kind: 'match', pairs: whole },
    notes: whole.length < pairs.length ? ['лишние варианты без пары не перенесены'] : [],
  }
}

const mapOrdering = (plugin: XmlRecord): Mapped => {
  const items = answersOf(plugin)
    .toSorted((a, b) => a.fraction - b.fraction)
    .map(({ text }) => ({ text }))
  const isSome = !['', '0'].includes(field(plugin, 'ordering', 'selecttype'))
  return { draft: { kind: 'order', items }, notes: isSome ? ['показываются все пункты, а не часть'] : [] }
}

const fromList = 'слова здесь вписывают, а не выбирают из списка'

/** Gaps that are filled with words of a list: `[[2]]` is its second word. */
const mapGapChoice = (plugin: XmlRecord, question: XmlRecord): Mapped => {
  const words = answersOf(plugin)
  const gaps: { accepted: string[] }[] = []
  const text = linesOf(htmlOf(question, 'questiontext')).replace(/\[\[(\d{1,4})\]\]/g, (_, place) => {
    gaps.push({ accepted: [words[Number(place) - 1]?.text ?? ''] })
    return `[[${gaps.length}]]`
  })
  return { draft: { kind: 'gaps', text, gaps }, notes: [fromList] }
}

/** The answer of a gap in a «Cloze» question; null when it is not text. */
const gapOf = (part: XmlRecord | undefined) => {
  const kind = field(part, 'qtype')
  const [plugin] = at(part, `plugin_qtype_${kind}_question`)
  if (kind === 'shortanswer') {
    const { accepted, hasPatterns } = acceptedOf(plugin)
    return { accepted, isExact: !hasPatterns && accepted.length > 0, isChosen: false }
  }
  if (kind === 'numerical') {
    const mapped = plugin ? mapNumerical(plugin) : { fault: '' }
    if ('fault' in mapped || mapped.draft.tolerance !== 0) return null
    const value = String(mapped.draft.value)
    return { accepted: [...new Set([value, value.replace('.', ',')])], isExact: true, isChosen: false }
  }
  if (kind !== 'multichoice' || field(plugin, 'multichoice', 'single') === '0') return null
  const accepted = answersOf(plugin)
    .filter(isWhole)
    .map(({ text }) => text)
  return { accepted, isExact: accepted.length > 0, isChosen: true }
}

const mapCloze = (plugin: XmlRecord, question: XmlRecord, find: FindQuestion): Mapped => {
  const ids = field(plugin, 'multianswer', 'sequence').split(',')
  if (ids.length > quizLimits.parts) return { fault: `пропусков больше ${quizLimits.parts}` }
  const parts = ids.map((id) => gapOf(find(id.trim())))
  const gaps = parts.filter((part) => part?.isExact)
  if (gaps.length < ids.length) return { fault: 'часть пропусков заполняют не словами или по шаблону' }
  const text = linesOf(htmlOf(question, 'questiontext')).replace(/\{#(\d{1,4})\}/g, '[[$1]]')
  return {
    draft: { kind: 'gaps', text, gaps: gaps.map((part) => ({ accepted: part?.accepted })) },
    notes: gaps.some((part) => part?.isChosen) ? [fromList] : [],
  }
}

const mappers = new Map<string, (plugin: XmlRecord, question: XmlRecord, find: FindQuestion) => Mapped>([
  ['multichoice', mapChoice],
  ['truefalse', mapTrueFalse],
  ['shortanswer', mapShortAnswer],
  ['numerical', mapNumerical],
  ['match', mapMatch],
  ['ordering', mapOrdering],
  ['gapselect', mapGapChoice],
  ['ddwtos', mapGapChoice],
  ['multianswer', mapCloze],
])

/** The Russian names of Moodle's kinds of questions. */
const kindNames = new Map([
  ['essay', 'эссе'],
  ['random', 'случайный вопрос'],
  ['randomsamatch', 'случайный на соответствие'],
  ['calculated', 'вычисляемый'],
  ['calculatedsimple', 'простой вычисляемый'],
  ['calculatedmulti', 'вычисляемый с выбором'],
  ['ddimageortext', 'перетаскивание на картинку'],
  ['ddmarker', 'маркеры на картинке'],
])

/** Turns a question of Moodle into one of a quiz here, worth one point; anything that does not fit has a fault. */
export const mapQuestion = (question: XmlRecord, find: FindQuestion): MappedQuestion => {
  const kind = field(question, 'qtype')
  const map = mappers.get(kind)
  const [plugin] = at(question, `plugin_qtype_${kind}_question`)
  if (!map || !plugin) return { fault: kindNames.get(kind) ?? `вид «${kind.slice(0, 50)}»` }
  const mapped = map(plugin, question, find)
  if ('fault' in mapped) return mapped
  const checked = QuizQuestionInput.safeParse({
    text: linesOf(htmlOf(question, 'questiontext')) || field(question, 'name'),
    explanation: linesOf(htmlOf(question, 'generalfeedback')).slice(0, 5000),
    ...mapped.draft,
  })
  if (checked.success) return { question: checked.data, notes: mapped.notes ?? [] }
  return { fault: checked.error.issues[0]?.message ?? 'не подходит' }
}
