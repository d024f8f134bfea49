import type { AuditEntry, AuditFields, Named } from '#contract/audit/audit.schema.ts'
import { auditKindName } from '#contract/audit/audit-kinds.ts'
import { type CohortForms, capitalized, cohortForms } from '#contract/cohorts/cohort-words.ts'
import { documents } from '#contract/documents/document-list.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { scopesText } from '#contract/keys/key-scopes.ts'
import type { RegistrationMode, SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { rightsText } from '#contract/users/curator-rights.ts'
import { fullName, roles } from '#contract/users/names.ts'
import { type StudentWord, studentWordNames } from '#contract/users/student-word.ts'
import { eventsText } from '#contract/webhooks/webhook-events.ts'

/** Settings of the reader and the school: a moment's day by the reader's clock, and the word for a class. */
export interface AuditReader {
  dayOf: (moment: string) => string
  cohort: CohortForms
}

const goneName = 'без имени'

const listed = (things: Named[] | undefined, more: number | undefined) =>
  (things ?? []).map(({ name }) => name ?? goneName).join(', ') + (more ? ` и ещё ${more}` : '')

const titleOf = (slug: string) => documents.find((document) => document.slug === slug)?.title ?? slug

/** How people get in, in a word each. */
const registrationNames = ({ of }: CohortForms): Record<RegistrationMode, string> => ({
  open: 'открыта',
  code: `по коду ${of}`,
  invitation: 'по приглашению',
  closed: 'закрыта',
})

const secondFactorNames: Record<SchoolSettings['second_factor'], string> = {
  nobody: 'по желанию каждого',
  curators: 'обязателен для кураторов',
  staff: 'обязателен для кураторов и преподавателей',
}

const projectStatuses: Record<string, string> = { draft: 'Черновик', published: 'Опубликован', hidden: 'Скрыт' }

const statusText = (kind: AuditEntry['object']['kind'], status: string) => {
  const names = kind === 'project' ? projectStatuses : { ...taskStatuses }
  const found = names[status as keyof typeof names] as string | { name: string } | undefined
  return typeof found === 'object' ? found.name : (found ?? status)
}

/** Names of the fields whose texts are not kept. */
const fieldNames: Record<string, string> = {
  name: 'имя',
  surname: 'фамилия',
  patronymic: 'отчество',
  own_number: 'номер в школе',
  login: 'логин',
  email: 'почта',
  birth_date: 'дата рождения',
  short_name: 'короткое название',
  logo: 'логотип',
  inn: 'ИНН',
  ogrn: 'ОГРН',
  address: 'адрес',
  phone: 'телефон',
  operator_number: 'номер оператора',
  enrol_words: 'как записаться',
  certificate_words: 'слова сертификата',
  certificate_signer: 'кто подписывает сертификаты',
  certificate_post: 'должность подписавшего',
  mark_borders: 'границы оценок',
  title: 'заголовок',
  content: 'текст',
  starts_on: 'начало',
  ends_on: 'конец',
  to: 'кому',
  show_at: 'когда показать',
  must_read: 'обязательно ли прочитать',
  text: 'текст',
  order: 'порядок блоков',
  about: '«О школе»',
  steps: 'шаги',
  project_ids: 'выбранные проекты',
  periods: 'учебные периоды',
  links: 'ссылки',
  signature_file_id: 'файл подписи',
  dated_on: 'дата документа',
  valid_from: 'начало действия',
  valid_until: 'срок действия',
  signer: 'кто подписал',
  signer_post: 'должность подписавшего',
  signed_at: 'когда подписан',
  certificate: 'сертификат подписи',
}

/** The name of a school, a class or a column is no name of a person, the title of a document no headline. */
const fieldName = (field: string, kind: AuditEntry['object']['kind']) =>
  (field === 'name' && kind !== 'user') || (field === 'title' && kind === 'organisation-document')
    ? 'название'
    : (fieldNames[field] ?? field)

/** One field that has a value before and after: «Роль: студент → преподаватель». */
const moved = (label: string, before: string | undefined, after: string | undefined) => {
  if (before === undefined && after === undefined) return []
  return [`${label}: ${[before, after].filter((text) => text !== undefined).join(' → ')}`]
}

type Side<Value> = (fields: AuditFields) => Value | undefined

const textOf =
  <Value>(read: Side<Value>, text: (value: Value) => string) =>
  (fields: AuditFields) => {
    const value = read(fields)
    return value === undefined ? undefined : text(value)
  }

const yesNo = (value: boolean) => (value ? 'да' : 'нет')

/** Fields with a value on each side, in the order they are read. */
const valuesOf = (
  kind: AuditEntry['object']['kind'],
  { dayOf, cohort }: AuditReader,
): [string, (fields: AuditFields) => string | undefined][] => [
  [
    'Роль',
    textOf(
      ({ role }) => role,
      (role) => roles[role].toLowerCase(),
    ),
  ],
  ['Права', textOf(({ rights }) => rights, rightsText)],
  [
    'Учётная запись',
    textOf(
      ({ active }) => active,
      (active) => (active ? 'работает' : 'отключена'),
    ),
  ],
  [
    'Состояние',
    textOf(
      ({ status }) => status,
      (status) => statusText(kind, status).toLowerCase(),
    ),
  ],
  ['Балл', textOf(({ score }) => score, scoreText)],
  [
    'Столбец',
    textOf(
      ({ column }) => column,
      ({ name }) => `«${name ?? goneName}»`,
    ),
  ],
  [
    'День',
    textOf(
      ({ held_on }) => held_on,
      (day) => day.split('-').toReversed().join('.'),
    ),
  ],
  ['Максимум', textOf(({ max_score }) => max_score, scoreText)],
  [
    'Документ',
    textOf(
      ({ document }) => document,
      (slug) => `«${titleOf(slug)}»`,
    ),
  ],
  ['Версия', textOf(({ version }) => version, String)],
  [
    'Будет удалена',
    textOf(
      ({ erase_at }) => erase_at,
      (moment) => (moment === null ? 'не назначено' : dayOf(moment)),
    ),
  ],
  [
    'Знак возраста',
    textOf(
      ({ age_mark }) => age_mark,
      (mark) => mark || 'нет',
    ),
  ],
  [
    'Как называть группы',
    textOf(
      ({ cohort_word }) => cohort_word,
      (word) => cohortForms[word as keyof typeof cohortForms]?.many ?? word,
    ),
  ],
  [
    'Как называются те, кто учится',
    textOf(
      ({ student_word }) => student_word,
      (word) => studentWordNames[word as StudentWord] ?? word,
    ),
  ],
  [
    'Регистрация',
    textOf(
      ({ registration }) => registration,
      (mode) => registrationNames(cohort)[mode as RegistrationMode] ?? mode,
    ),
  ],
  ['Новые ждут куратора', textOf(({ registration_waits }) => registration_waits, yesNo)],
  [
    'Вход с кодом из приложения',
    textOf(
      ({ second_factor }) => second_factor,
      (demand) => secondFactorNames[demand as SchoolSettings['second_factor']] ?? demand,
    ),
  ],
  [
    'Ключ',
    textOf(
      ({ key }) => key,
      (key) => `№ ${key}`,
    ),
  ],
  ['Разрешено', textOf(({ scopes }) => scopes, scopesText)],
  [
    'Адрес',
    textOf(
      ({ webhook }) => webhook,
      (webhook) => `№ ${webhook}`,
    ),
  ],
  [
    'Инструмент',
    textOf(
      ({ lti_tool }) => lti_tool,
      (tool) => `№ ${tool}`,
    ),
  ],
  ['Сообщать', textOf(({ events }) => events, eventsText)],
  ['Действует до', textOf(({ expires_at }) => expires_at, dayOf)],
  ['Возраст согласия', textOf(({ consent_age }) => consent_age, String)],
  ['Редакция раздела об организации', textOf(({ edition }) => edition, String)],
  ['Вуз', textOf(({ university }) => university, yesNo)],
  [
    'Новый сертификат',
    textOf(
      ({ replaced_by }) => replaced_by,
      (number) => `№ ${number}`,
    ),
  ],
  [
    'Новый документ',
    textOf(
      ({ new_document }) => new_document,
      ({ name }) => `«${name ?? goneName}»`,
    ),
  ],
]

/** The items that lists lost and gained. */
const lists = [
  { read: ({ students }: AuditFields) => students, gone: 'Отчислены', added: 'Записаны' },
  { read: ({ teachers }: AuditFields) => teachers, gone: 'Больше не преподают', added: 'Стали преподавать' },
  { read: ({ courses }: AuditFields) => courses, gone: 'Убраны курсы', added: 'Добавлены курсы' },
  { read: ({ lessons }: AuditFields) => lessons, gone: 'Удалены уроки', added: 'Возвращены уроки' },
]

/** The same of a class. */
const cohortLists = [
  { read: ({ students }: AuditFields) => students, gone: 'Больше не учатся', added: 'Добавлены' },
  { read: ({ teachers }: AuditFields) => teachers, gone: 'Больше не руководят', added: 'Стали руководить' },
  ...lists.slice(2),
]

const listSentences = ({ kind, object, before, after }: AuditEntry) =>
  (object.kind === 'cohort' ? cohortLists : lists).flatMap(({ read, gone, added }) => [
    ...(read(before)?.length ? [`${gone}: ${listed(read(before), before.more)}`] : []),
    ...(read(after)?.length
      ? [`${kind === 'certificates-issued' ? 'Кому' : added}: ${listed(read(after), after.more)}`]
      : []),
  ])

const percentText = (score: number | null) => (score === null ? 'нет' : `${scoreText(score)}\u00a0%`)

const weightSentences = ({ before, after }: AuditEntry) => {
  const keyOf = ({ lesson, column }: { lesson?: Named | undefined; column?: Named | undefined }) =>
    lesson ? `lesson ${lesson.id}` : `column ${column?.id}`
  const earlier = new Map(before.weights?.map((each) => [keyOf(each), each.weight]))
  return (after.weights ?? []).map((each) => {
    const name = (each.lesson ?? each.column)?.name ?? goneName
    return `Вес «${name}»: ${scoreText(earlier.get(keyOf(each)) ?? null)} → ${scoreText(each.weight)}`
  })
}

const totalSentences = ({ before, after }: AuditEntry) => {
  const period = after.period ?? before.period
  const earlier = new Map(before.totals?.map(({ student, score }) => [student.id, score]))
  return [
    ...(period ? [`Период: ${period.name ?? goneName}`] : []),
    ...(after.totals ?? []).map(
      ({ student, score }) =>
        `${student.name ?? goneName}: ${percentText(earlier.get(student.id) ?? null)} → ${percentText(score)}`,
    ),
    ...(after.totals && after.more ? [`и ещё ${after.more}`] : []),
  ]
}

const yearSentences = (year: AuditFields['year'], { cohort }: AuditReader) =>
  year
    ? [
        `${capitalized(cohort.many)}: ${year.cohorts}, новые курсы: ${year.copies}, в архив: ${year.archived}, отключены: ${year.leavers}`,
      ]
    : []

/** The name of an entry's kind; of an account that was deactivated or activated, which of the two. */
export const auditActName = ({ kind, after }: Pick<AuditEntry, 'kind' | 'after'>) =>
  kind === 'user-active' && after.active !== undefined
    ? `Учётная запись ${after.active ? 'включена' : 'отключена'}`
    : auditKindName(kind)

/** What an act has changed, in plain sentences; empty when its kind says everything. */
export const auditSentences = (entry: AuditEntry, reader: AuditReader): string[] => {
  const { object, before, after } = entry
  return [
    ...valuesOf(object.kind, reader).flatMap(([label, side]) => moved(label, side(before), side(after))),
    ...listSentences(entry),
    ...weightSentences(entry),
    ...totalSentences(entry),
    ...(after.fields?.length
      ? [`Изменено: ${after.fields.map((field) => fieldName(field, object.kind)).join(', ')}`]
      : []),
    ...(after.documents?.length ? [`Согласия: ${after.documents.map((slug) => `«${titleOf(slug)}»`).join(', ')}`] : []),
    // an account that is erased keeps its courses until its day
    ...(after.successor
      ? [`${after.erase_at ? 'Курсы примет' : 'Курсы перешли'}: ${after.successor.name ?? goneName}`]
      : []),
    ...(after.receivers?.length ? [`Приняли: ${listed(after.receivers, undefined)}`] : []),
    ...(after.moved
      ? [`Курсы: ${after.moved.courses}, работы: ${after.moved.tasks}, ${reader.cohort.many}: ${after.moved.cohorts}`]
      : []),
    ...yearSentences(after.year ?? before.year, reader),
    ...(after.count === undefined ? [] : [`Сколько: ${after.count}`]),
    ...(after.until ? [`До ${reader.dayOf(after.until)}`] : []),
    ...(before.receivers?.length ? [`Были у: ${listed(before.receivers, undefined)}`] : []),
    ...(after.by_provider ? ['По данным системы входа школы'] : []),
    ...(after.by_parent ? [after.on_paper ? 'Родитель подписал на бумаге' : 'По ссылке родителя'] : []),
  ]
}

/** Who acted, by name, and by which program; empty where nobody was signed in. */
export const auditActorText = ({ actor, program }: Pick<AuditEntry, 'actor' | 'program'>) => {
  if (!actor) return ''
  return program ? `${fullName(actor)}, ключ «${program.name ?? `№ ${program.id}`}»` : fullName(actor)
}
