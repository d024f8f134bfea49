import type { RichUse } from '#contract/content/rich-text.ts'
import { firstTexts } from '#server/documents/first-texts.ts'
import { admission } from './admission.ts'
import { courses } from './courses/courses.ts'
import { documents } from './organisation/documents.ts'
import { organisationPages } from './organisation/organisation.ts'
import { projects } from './projects.ts'
import { tasks } from './tasks.ts'
import type { DemoCourse, DemoTask } from './types.ts'

/** A text of the content; `by` is its author and the owner of its files. */
interface Text {
  name: string
  use: RichUse
  html: string
  by?: string | undefined
  /** Keys of its list of files. */
  files?: string[] | undefined
}

const ofCourse = ({ key, content, teachers: [by], sections }: DemoCourse): Text[] => [
  { name: key, use: 'course', html: content, by },
  ...(admission[key]
    ? [{ name: `${key}, announcement`, use: 'course' as const, html: admission[key].announcement, by }]
    : []),
  ...sections
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ key, content, assignment }): Text[] => [
      { name: key, use: 'lesson', html: content, by },
      ...(assignment ? [{ name: `${key}, assignment`, use: 'assignment' as const, html: assignment.text, by }] : []),
    ]),
]

const ofTask = ({ student, lesson, attempts, draft, draftFiles }: DemoTask): Text[] => {
  const of = { use: 'answer' as const, by: student }
  return [
    ...attempts.map(({ content, files }, place) => ({
      ...of,
      name: `${student} / ${lesson}, attempt ${place + 1}`,
      html: content,
      files,
    })),
    ...(draft ? [{ ...of, name: `${student} / ${lesson}, draft`, html: draft, files: draftFiles }] : []),
  ]
}

/** Every long text of the demo school, and the first documents. */
export const texts: Text[] = [
  ...courses.flatMap(ofCourse),
  ...tasks.flatMap(ofTask),
  ...projects.map(({ key, content, authors }): Text => ({ name: key, use: 'project', html: content, by: authors[0] })),
  ...organisationPages.flatMap(({ number, earlier = [], draft, ...page }) =>
    [page, ...earlier, ...(draft ? [draft] : [])].flatMap(({ before = '', after = '' }): Text[] =>
      [before, after].map((html) => ({ name: `page${number}`, use: 'organisation', html, by: 'olga' })),
    ),
  ),
  ...documents.map(
    ({ key, file, signed }): Text => ({
      name: `document ${key}`,
      use: 'organisation',
      html: '',
      by: 'olga',
      files: signed === 'file' ? [file, `${file}-sig`] : [file],
    }),
  ),
  ...Object.entries(firstTexts).map(([name, html]): Text => ({ name, use: 'document', html })),
]
