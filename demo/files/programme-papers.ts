import { admission } from '#demo/content/admission.ts'
import { courses } from '#demo/content/courses/courses.ts'
import type { DemoCourse } from '#demo/content/types.ts'
import { type Paragraph, pdfOf } from './pdf.ts'

const headOf = (title: string, { name }: DemoCourse): Paragraph[] => [
  { text: 'АНО ДПО «Школа Практика»', space: 0 },
  { text: 'Утверждено приказом директора от 27.08.2026 № 9', space: 4 },
  { text: title, size: 20, weight: 'bold', space: 32 },
  { text: `Программа «${name}»`, size: 13, space: 6 },
]
const end: Paragraph = { text: 'Директор О. А. Ветрова', size: 12, space: 36 }
const chapter = (text: string): Paragraph => ({ text, size: 14, weight: 'bold', space: 22 })

const lessonsOf = ({ sections }: DemoCourse) => sections.flatMap(({ lessons }) => lessons)
const withTask = ({ assignment }: DemoCourse['sections'][number]['lessons'][number]) =>
  assignment ? ', с работой' : ''

/** The subject, the audience and the final task of the programme. */
const description = (course: DemoCourse) => () =>
  pdfOf([
    ...headOf('Описание образовательной программы', course),
    { text: course.summary, space: 16 },
    { text: `Вид: ${admission[course.key]?.level ?? ''}. Форма: ${admission[course.key]?.form ?? ''}.` },
    { text: `Срок и объём: ${admission[course.key]?.duration ?? ''}.` },
    { text: `Разделы: ${course.sections.map(({ name }) => `«${name}»`).join(', ')}.` },
    { text: 'Итоговая аттестация: приняты все работы программы. Практики в программе нет.' },
    end,
  ])

/** The sections with the number of lessons and tasks in each. */
const plan = (course: DemoCourse) => () =>
  pdfOf([
    ...headOf('Учебный план', course),
    { text: `Всего: ${admission[course.key]?.duration ?? ''}. Уроков: ${lessonsOf(course).length}.`, space: 16 },
    ...course.sections.flatMap(({ name, lessons }, place): Paragraph[] => [
      chapter(`${place + 1}. ${name}`),
      { text: `Уроков: ${lessons.length}. Работ: ${lessons.filter(({ assignment }) => assignment).length}.` },
    ]),
    end,
  ])

/** The subjects, lesson by lesson. */
const workProgramme = (course: DemoCourse) => () =>
  pdfOf([
    ...headOf('Рабочая программа', course),
    ...course.sections.flatMap(({ name, lessons }, place): Paragraph[] => [
      chapter(`${place + 1}. ${name}`),
      ...lessons.map((lesson, at) => ({ text: `${place + 1}.${at + 1}. ${lesson.name}${withTask(lesson)}` })),
    ]),
    end,
  ])

const announced = courses.filter(({ key }) => key in admission)

/** The papers of each announced programme: key of the file, its name, title of the document. */
export const programmePapers = announced.flatMap((course) => [
  { key: `description-${course.key}`, title: `Описание программы «${course.name}»`, make: description(course) },
  { key: `plan-${course.key}`, title: `Учебный план программы «${course.name}»`, make: plan(course) },
  { key: `work-programme-${course.key}`, title: `Рабочая программа «${course.name}»`, make: workProgramme(course) },
])
