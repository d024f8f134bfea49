import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type RichElement, richFeatures } from '#contract/content/rich-text.ts'
import { levelShare } from '#contract/reviews/reviews.schema.ts'
import { withFiles } from '#demo/build-demo-files.ts'
import { demoFiles } from '#demo/files/files.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import { courses } from './courses/courses.ts'
import { organisationPages } from './organisation/organisation.ts'
import { people } from './people.ts'
import { projects } from './projects.ts'
import { tasks } from './tasks.ts'
import { texts } from './texts.fixture.ts'
import type { DemoPerson, DemoTask } from './types.ts'

const person = new Map(people.map((one) => [one.key, one]))
const lessons = courses.flatMap((course) =>
  course.sections.flatMap((section) => section.lessons.map((lesson) => ({ ...lesson, course }))),
)
const lessonByKey = new Map(lessons.map((lesson) => [lesson.key, lesson]))
const label = (task: { student: string; lesson: string }) => `${task.student} / ${task.lesson}`
const taskByLabel = new Map(tasks.map((task) => [label(task), task]))
const inRole = (role: DemoPerson['role']) => people.filter((one) => one.role === role).map((one) => one.key)
const staffOf = (task: DemoTask) => [...(lessonByKey.get(task.lesson)?.course.teachers ?? []), ...inRole('curator')]
const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

describe('people', () => {
  test('are one curator, three teachers and fourteen students with unique keys and addresses', () => {
    expect(inRole('curator')).toHaveLength(1)
    expect(inRole('teacher')).toHaveLength(3)
    expect(inRole('student')).toHaveLength(14)
    expect(repeated(people.map((one) => one.key))).toEqual([])
    expect(repeated(people.map((one) => one.email))).toEqual([])
  })

  test('have the three accounts that everybody signs in with', () => {
    const account = (email: string) => people.find((one) => one.email === email)
    expect(account('student@demo.example')).toMatchObject({ key: 'ilya', role: 'student' })
    expect(account('teacher@demo.example')).toMatchObject({ key: 'vera', role: 'teacher' })
    expect(account('curator@demo.example')).toMatchObject({ role: 'curator' })
  })

  test('other addresses follow from the key', () => {
    const special = ['student', 'teacher', 'curator'].map((name) => `${name}@demo.example`)
    const others = people.filter((one) => !special.includes(one.email))
    expect(others.map((one) => one.email)).toEqual(others.map((one) => `${one.key}@demo.example`))
  })

  test('one student takes no course', () => {
    const enrolled = new Set(courses.flatMap((course) => course.students))
    expect(inRole('student').filter((key) => !enrolled.has(key))).toHaveLength(1)
  })
})

describe('courses', () => {
  test('are enough to be a school', () => {
    expect(courses.filter((course) => course.status === 'published').length).toBeGreaterThanOrEqual(3)
    expect(new Set(courses.map((course) => course.status))).toEqual(new Set(['draft', 'published', 'archived']))
    expect(lessons.length).toBeGreaterThanOrEqual(20)
    const size = (key: string) => lessons.filter((lesson) => lesson.course.key === key).length
    expect({ layout: size('layout'), data: size('data'), type: size('type'), service: size('service') }).toEqual({
      layout: 14,
      data: 9,
      type: 8,
      service: 3,
    })
  })

  test('keys of courses and of lessons are unique', () => {
    expect(repeated(courses.map((course) => course.key))).toEqual([])
    expect(repeated(lessons.map((lesson) => lesson.key))).toEqual([])
  })

  test.each(courses)('$key is taught by teachers and studied by students', (course) => {
    expect(course.teachers.length).toBeGreaterThan(0)
    expect(course.teachers.filter((key) => !inRole('teacher').includes(key))).toEqual([])
    expect(course.students.filter((key) => !inRole('student').includes(key))).toEqual([])
    expect(repeated([...course.teachers, ...course.students])).toEqual([])
  })

  test('assignments have two to four criteria', () => {
    const assignments = lessons.flatMap((lesson) => lesson.assignment ?? [])
    expect(assignments.length).toBeGreaterThanOrEqual(lessons.length / 3)
    for (const { criteria } of assignments) expect([2, 3, 4]).toContain(criteria.length)
  })
})

describe('tasks', () => {
  test('are in every state, a queue among them', () => {
    expect(new Set(tasks.map((task) => task.status))).toEqual(
      new Set(['draft', 'submitted', 'returned', 'accepted', 'excused']),
    )
    const waiting = tasks.filter((task) => task.status === 'submitted')
    expect(waiting.length).toBeGreaterThanOrEqual(14)
    for (const task of waiting) {
      const age = task.attempts.at(-1)?.hoursAgo
      expect(age, label(task)).toBeGreaterThanOrEqual(2)
      expect(age, label(task)).toBeLessThanOrEqual(144)
    }
    expect(tasks.some((task) => task.attempts.some((attempt) => attempt.withdrawn))).toBe(true)
  })

  test('a student has one task for one lesson', () => {
    const written = tasks.flatMap(({ student, team = [], lesson }) =>
      [student, ...team].map((key) => label({ student: key, lesson })),
    )
    expect(repeated(written)).toEqual([])
  })

  test('show the features of assignments and of the desk', () => {
    const asked = lessons.flatMap(({ assignment }) => assignment ?? [])
    expect(asked.some(({ closesInDays }) => closesInDays !== undefined)).toBe(true)
    expect(asked.some(({ fileTypes = [], maxFileSize = 0 }) => fileTypes.length > 0 && maxFileSize > 0)).toBe(true)
    expect(asked.some(({ reviewers = [] }) => reviewers.length > 0)).toBe(true)
    for (const { student, team = [], lesson } of tasks) {
      const { assignment, course } = lessonByKey.get(lesson) ?? {}
      expect(team.length + 1, label({ student, lesson })).toBeLessThanOrEqual(assignment?.teamSize ?? 1)
      for (const key of team) expect(course?.students, label({ student, lesson })).toContain(key)
    }
    expect(tasks.some(({ team = [] }) => team.length > 0)).toBe(true)
    expect(tasks.some(({ asksForDays }) => asksForDays)).toBe(true)
    expect(tasks.some(({ comments = [] }) => comments.some(({ note }) => note))).toBe(true)
    expect(new Set(tasks.flatMap(({ reviewer }) => reviewer ?? [])).size).toBeGreaterThan(1)
  })

  test('have verdicts whose criteria add up to their score', () => {
    for (const task of tasks) {
      const criteria = lessonByKey.get(task.lesson)?.assignment?.criteria ?? []
      for (const { review } of task.attempts) {
        if (!review?.criteria) continue
        expect(review.criteria, label(task)).toHaveLength(criteria.length)
        const earned = review.criteria.reduce(
          (sum, { level }, index) => sum + (criteria[index]?.points ?? 0) * levelShare[level],
          0,
        )
        expect(review.score, label(task)).toBe(earned)
      }
    }
  })

  test('ilya has an example of everything', () => {
    const statuses = tasks.filter((task) => task.student === 'ilya').map((task) => task.status)
    expect(statuses.sort()).toEqual(['accepted', 'accepted', 'draft', 'returned', 'submitted'])
    expect(taskByLabel.get('ilya / longread')).toMatchObject({
      status: 'returned',
      attempts: [{ review: { remarks: { length: 2 } } }],
    })
  })

  test('are on assignments that the student can see', () => {
    for (const task of tasks) {
      const lesson = lessonByKey.get(task.lesson)
      expect(lesson?.status, label(task)).toBe('published')
      expect(lesson?.assignment, label(task)).toBeDefined()
      expect(['published', 'archived'], label(task)).toContain(lesson?.course.status)
      expect(lesson?.course.students, label(task)).toContain(task.student)
    }
  })

  test('have attempts that lead to their status', () => {
    for (const task of tasks) {
      const last = task.attempts.findLast((attempt) => !attempt.withdrawn)
      if (task.status === 'submitted') expect([Boolean(last), last?.review], label(task)).toEqual([true, undefined])
      if (task.status === 'accepted' || task.status === 'returned')
        expect(last?.review?.verdict, label(task)).toBe(task.status)
      if (task.status === 'draft') expect(last, label(task)).toBeUndefined()
      expect(Boolean(task.draft), label(task)).toBe(task.status === 'draft' || task.status === 'returned')
      expect(Boolean(task.excusedReason), label(task)).toBe(task.status === 'excused')
    }
  })

  test('have moments in order, each next attempt after a return', () => {
    for (const task of tasks) {
      const moments = task.attempts.flatMap((attempt) => [
        attempt.hoursAgo,
        ...(attempt.review ? [attempt.review.hoursAgo] : []),
      ])
      expect(moments, label(task)).toEqual([...new Set(moments)].sort((a, b) => b - a))
      for (const attempt of task.attempts.slice(0, -1)) {
        expect(attempt.withdrawn || attempt.review?.verdict === 'returned', label(task)).toBe(true)
      }
    }
  })

  test('are read, liked and discussed by staff of the course', () => {
    for (const task of tasks) {
      const staff = staffOf(task)
      const points = (lessonByKey.get(task.lesson)?.assignment?.criteria ?? []).reduce(
        (sum, one) => sum + (one.points ?? 0),
        0,
      )
      for (const { review, withdrawn } of task.attempts) {
        if (!review) continue
        expect(withdrawn, label(task)).toBeUndefined()
        expect(staff, label(task)).toContain(review.by)
        expect(review.score ?? 0, label(task)).toBeLessThanOrEqual(points)
        if (review.verdict === 'returned')
          expect(Boolean(review.comment ?? review.remarks?.length), label(task)).toBe(true)
      }
      for (const key of task.likedBy ?? []) expect(staff, label(task)).toContain(key)
      for (const comment of task.comments ?? []) expect([...staff, task.student], label(task)).toContain(comment.by)
    }
  })
})

describe('projects', () => {
  test('are enough for a gallery', () => {
    const count = (status: string) => projects.filter((project) => project.status === status).length
    expect({ published: count('published'), draft: count('draft'), hidden: count('hidden') }).toEqual({
      published: 19,
      draft: 2,
      hidden: 1,
    })
    expect(repeated(projects.map((project) => project.key))).toEqual([])
    expect(projects.filter((project) => project.task).length).toBeGreaterThanOrEqual(5)
    expect(repeated(projects.flatMap((project) => (project.task ? [label(project.task)] : [])))).toEqual([])
  })

  test.each(projects)('$key belongs to people who exist', (project) => {
    const others = [...(project.asked ?? []), ...project.likedBy, ...project.comments.map((comment) => comment.by)]
    for (const key of [...project.authors, ...others]) {
      expect([...person.keys()]).toContain(key)
    }
    expect(project.authors.length).toBeGreaterThan(0)
    expect(repeated([...project.authors, ...project.likedBy]), 'nobody likes their own work, or twice').toEqual([])
    expect(Boolean(project.hiddenReason)).toBe(project.status === 'hidden')
    if (project.status === 'draft') expect([project.likedBy, project.comments]).toEqual([[], []])
    for (const [place, { answers }] of project.comments.entries()) {
      if (answers !== undefined) expect(answers).toBeLessThan(place)
    }
    for (const report of project.reports ?? []) {
      expect([...person.keys()]).toContain(report.by)
      expect(project.comments.length).toBeGreaterThan(report.comment ?? -1)
    }
    for (const comment of project.comments) expect(comment.hoursAgo).toBeLessThan(project.daysAgo * 24)
  })

  test.each(projects.filter((project) => project.task))(
    '$key came from an accepted task of its first author',
    (project) => {
      const task = project.task && taskByLabel.get(label(project.task))
      expect(task?.status).toBe('accepted')
      expect(project.authors[0]).toBe(task?.student)
      expect(task?.attempts.at(-1)?.review?.hoursAgo).toBeGreaterThan(project.daysAgo * 24)
    },
  )
})

describe('files', () => {
  const byKey = new Map(demoFiles.map((file) => [file.key, file]))
  const keysIn = (html: string) => [...html.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, key = '']) => key)

  test('have unique keys, and each is used', () => {
    expect(repeated(demoFiles.map(({ key }) => key))).toEqual([])
    const used = new Set(texts.flatMap(({ html, files = [] }) => [...keysIn(html), ...files]))
    expect([...used].toSorted()).toEqual([...byKey.keys()].toSorted())
  })

  test('are used by their uploaders', () => {
    for (const { name, html, by, files = [] } of texts) {
      for (const key of [...keysIn(html), ...files]) expect(byKey.get(key)?.by, `${key} in ${name}`).toBe(by)
    }
  })

  test('have their names', () => {
    for (const { name, html } of texts) {
      const cards = html.matchAll(/<a data-type="file" href="\/files\/\{\{([^{}]*)\}\}"[^<>]*>([^<]*)<\/a>/g)
      const films = html.matchAll(/<video src="\/files\/\{\{([^{}]*)\}\}" data-name="([^"]*)"/g)
      for (const [, key = '', label] of [...cards, ...films]) expect(byKey.get(key)?.name, name).toBe(label)
    }
  })

  test('are described in text, even pictures and films', () => {
    for (const { name, html } of texts) {
      for (const [picture] of html.matchAll(/<img [^<>]*>/g)) expect(picture, name).toMatch(/ alt="[^"]{20,}"/)
      for (const [film] of html.matchAll(/<video [^<>]*>.*?<\/video>/g)) expect(film, name).toContain('<track src=')
    }
  })
})

describe('texts', () => {
  test('are exactly what the editor and the server keep', () => {
    const files = new Map(
      demoFiles.map(({ key }) => [key, { id: createHash('md5').update(key).digest('hex'), size: key.length }]),
    )
    for (const { name, use, html } of texts) {
      const text = withFiles(html, files)
      expect(cleanHtml(text, use), name).toBe(text)
    }
  })

  test('show each element that a text can contain', () => {
    const all = texts.map(({ html }) => html).join('')
    const unseen = Object.values(richFeatures)
      .flat()
      .filter(({ tag, ...element }: RichElement) => {
        const attributes = Object.keys(element.needs ?? {}).map((name) => `(?=[^<>]* ${name}=)`)
        return !new RegExp(`<${tag}${attributes.join('')}[ >]`).test(all)
      })
      .map(({ tag }) => tag)
    // no text needs a heading this deep
    expect(unseen).toEqual(['h4'])
  })

  test('fourteen organisation pages are in order', () => {
    expect(organisationPages.map((page) => page.number)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1))
  })

  test('open lessons are long enough to learn from', () => {
    for (const lesson of lessons.filter((one) => one.status === 'published')) {
      const count = lesson.content
        .replace(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/).length
      expect(count, lesson.key).toBeGreaterThanOrEqual(150)
      expect(count, lesson.key).toBeLessThanOrEqual(450)
    }
  })
})
