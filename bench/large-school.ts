import { minuteMs } from '#contract/durations.ts'

/**
 * A school of any size, in blocks of 1,000 users: a school of 10,000 users has 500 courses, 50,000 tasks, 500,000
 * notifications. Every row follows from its number alone, so that the school is the same every time.
 */
export const usersPerBlock = 1000
const teachers = 20
const students = usersPerBlock - teachers
const courses = 50
const lessonsPerCourse = 20
const studentsPerCourse = 30
const tasksPerCourse = 100
const notificationsPerUser = 50
const projects = 200

/** The numbers of what a school of this many users has. */
export const sizeOf = (users: number) => {
  const blocks = users / usersPerBlock
  return {
    courses: blocks * courses,
    tasks: tasksBefore(blocks * courses),
    notifications: users * notificationsPerUser,
  }
}

/** The first rows of the school, after those of the demo school; and what they refer to there. */
export interface Base {
  ids: Record<'users' | 'courses' | 'lessons' | 'assignments' | 'tasks' | 'attempts' | 'projects', number>
  demo: { student: number; teacher: number }
  /** Words of the demo school's lessons, the most used first. */
  words: string[]
}

/** A value of a column; arrays are of texts without quotes. */
type Value = string | number | null | string[]

/** The rows of a table; the columns that are not named get their defaults. */
export interface TableOfRows {
  table: string
  columns: string[]
  /** The rows of the blocks from `first` up to, but without `end`. */
  rows: (base: Base, first: number, end: number) => Iterable<Value[]>
}

const names = ['Анна', 'Пётр', 'Вера', 'Глеб', 'Ольга', 'Иван', 'Мария']
const texts = ['Посмотрел, есть что поправить.', 'Хорошо, принято.', 'Обратите внимание на второй шаг.']
const answer = `<p>${'Я сделал работу так, как мы говорили на занятии. '.repeat(5)}</p>`

/** A number from 0 to 1 that looks random. */
const chance = (row: number, nth: number) => {
  let mixed = Math.imul(row ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(nth + 1, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** A few words are frequent, most are rare. */
const wordsOf = ({ words }: Base, row: number, from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, nth) => words[Math.floor(words.length * chance(row, from + nth) ** 2)] as string,
  )

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const started = Date.now()
/** A moment before the measurement. */
const ago = (minutes: number) => new Date(started - minutes * minuteMs).toISOString()

/** The id of the student on a place of a course's list; the place after the last one left the course. */
const studentOf = ({ ids }: Base, course: number, place: number) =>
  ids.users +
  1 +
  Math.floor(course / courses) * usersPerBlock +
  teachers +
  (((course % courses) * studentsPerCourse + place) % students)

interface TaskPlan {
  id: number
  course: number
  assignment: number
  student: number
  status: string
  /** Minutes ago. */
  submitted: number | null
}

const statuses = [...Array(4).fill('submitted'), ...Array(2).fill('returned'), 'draft', ...Array(13).fill('accepted')]

/** Everybody has handed in everything in the very first course: a full journal. */
const taskCountOf = (course: number) => (course === 0 ? studentsPerCourse * lessonsPerCourse : tasksPerCourse)
const tasksBefore = (course: number) =>
  course === 0 ? 0 : studentsPerCourse * lessonsPerCourse + (course - 1) * tasksPerCourse

function* plannedTasks(base: Base, first: number, end: number): Generator<TaskPlan> {
  for (let course = first * courses; course < end * courses; course++) {
    for (let nth = 0; nth < taskCountOf(course); nth++) {
      const number = tasksBefore(course) + nth
      const round = Math.floor(nth / studentsPerCourse)
      // the last tasks of a course are those of the student who left
      const left = course > 0 && nth >= tasksPerCourse - 3
      const place = left ? studentsPerCourse : nth % studentsPerCourse
      const lesson = course === 0 ? round : left ? nth % lessonsPerCourse : (round * 5 + place) % lessonsPerCourse
      const status = statuses[Math.floor(chance(number, 0) * statuses.length)] as string
      yield {
        id: base.ids.tasks + 1 + number,
        course,
        assignment: base.ids.assignments + 1 + course * lessonsPerCourse + lesson,
        student: course === 0 && place === 0 ? base.demo.student : studentOf(base, course, place),
        status,
        submitted: status === 'draft' ? null : 10 + Math.floor(chance(number, 1) * 50_000),
      }
    }
  }
}

const isJudged = ({ status }: TaskPlan) => status === 'returned' || status === 'accepted'
const judged = ({ submitted }: TaskPlan) => ago((submitted ?? 0) * 0.6)
const score = (task: TaskPlan) => (task.status === 'accepted' ? task.id % 10 : null)
const teacherOf = ({ ids, demo }: Base, course: number) =>
  course < 2
    ? demo.teacher
    : ids.users + 1 + Math.floor(course / courses) * usersPerBlock + ((course % courses) % teachers)

function* numbers(from: number, to: number) {
  for (let number = from; number < to; number++) yield number
}

/** One row for each thing of a block, of which there are `count`. */
const each =
  (count: number, row: (base: Base, number: number) => Value[]): TableOfRows['rows'] =>
  (base, first, end) =>
    numbers(first * count, end * count).map((number) => row(base, number))

/** The rows of each thing of a block. */
const several =
  (count: number, rows: (base: Base, number: number) => Value[][]): TableOfRows['rows'] =>
  (base, first, end) =>
    numbers(first * count, end * count).flatMap((number) => rows(base, number))

const ofTasks =
  (rows: (task: TaskPlan, base: Base) => Value[][]): TableOfRows['rows'] =>
  (base, first, end) =>
    plannedTasks(base, first, end).flatMap((task) => rows(task, base))

const handedIn = (rows: (task: TaskPlan, base: Base) => Value[][]) =>
  ofTasks((task, base) => (task.submitted === null ? [] : rows(task, base)))

const attemptOf = ({ ids }: Base, { id }: TaskPlan) => ids.attempts + id - ids.tasks

const notificationsOf = ({ ids, demo }: Base, user: number): Value[][] => {
  const block = Math.floor(user / usersPerBlock)
  // the very first teacher's go to the demo student
  return Array.from({ length: notificationsPerUser }, (_, nth) => [
    user === 0 ? demo.student : ids.users + 1 + user,
    nth % 3 === 0 ? 'task-returned' : 'task-accepted',
    ids.users + 1 + block * usersPerBlock + (nth % teachers),
    `Проверена работа по уроку <b>Урок ${nth % lessonsPerCourse}</b>`,
    ids.lessons + 1 + block * courses * lessonsPerCourse + ((user * 7 + nth) % (courses * lessonsPerCourse)),
    ago((notificationsPerUser - nth) * 600),
    nth < notificationsPerUser - 5 ? ago((notificationsPerUser - nth) * 500) : null,
  ])
}

/** In an order in which each row comes after those it refers to. */
export const tables: TableOfRows[] = [
  {
    table: 'users',
    columns: ['id', 'name', 'surname', 'email', 'role'],
    rows: each(usersPerBlock, (base, user) => [
      base.ids.users + 1 + user,
      names[Math.floor(chance(user, 0) * names.length)] as string,
      `${capitalized(base.words[Math.floor(chance(user, 1) * base.words.length)] as string)}${user % 2 ? 'ин' : 'ов'}`,
      `user${user}@school.example`,
      user % usersPerBlock < teachers ? 'teacher' : 'student',
    ]),
  },
  {
    table: 'courses',
    columns: ['id', 'name', 'status'],
    rows: each(courses, ({ ids }, course) => [
      ids.courses + 1 + course,
      `Курс ${course + 1}`,
      course % courses < 45 ? 'published' : 'archived',
    ]),
  },
  {
    table: 'course_teachers',
    columns: ['course_id', 'user_id'],
    rows: each(courses, (base, course) => [base.ids.courses + 1 + course, teacherOf(base, course)]),
  },
  {
    table: 'course_students',
    columns: ['course_id', 'user_id'],
    rows: several(courses, (base, course) =>
      Array.from({ length: studentsPerCourse }, (_, place) => [
        base.ids.courses + 1 + course,
        course === 0 && place === 0 ? base.demo.student : studentOf(base, course, place),
      ]),
    ),
  },
  {
    table: 'course_leavers',
    columns: ['course_id', 'user_id'],
    rows: each(courses, (base, course) => [base.ids.courses + 1 + course, studentOf(base, course, studentsPerCourse)]),
  },
  {
    table: 'lessons',
    columns: ['id', 'course_id', 'position', 'name', 'status', 'content'],
    rows: each(courses * lessonsPerCourse, (base, lesson) => [
      base.ids.lessons + 1 + lesson,
      base.ids.courses + 1 + Math.floor(lesson / lessonsPerCourse),
      (lesson % lessonsPerCourse) + 1,
      `Урок ${(lesson % lessonsPerCourse) + 1}: ${wordsOf(base, lesson, 0, 2).join(' ')}`,
      'published',
      `<p>${capitalized(wordsOf(base, lesson, 2, 60).join(' '))}.</p>`,
    ]),
  },
  {
    table: 'assignments',
    columns: ['id', 'lesson_id', 'text'],
    rows: each(courses * lessonsPerCourse, ({ ids }, lesson) => [
      ids.assignments + 1 + lesson,
      ids.lessons + 1 + lesson,
      '<p>Сделайте работу.</p>',
    ]),
  },
  {
    table: 'tasks',
    columns: [
      'id',
      'assignment_id',
      'course_id',
      'status',
      'attempt',
      'submitted_at',
      'score',
      'question_at',
      'extension_asked',
    ],
    rows: ofTasks((task, { ids }) => [
      [
        task.id,
        task.assignment,
        ids.courses + 1 + task.course,
        task.status,
        task.submitted === null ? null : 1,
        task.submitted === null ? null : ago(task.submitted),
        score(task),
        task.submitted !== null && task.id % 50 === 0 ? ago(task.submitted / 2) : null,
        task.submitted !== null && task.id % 100 === 0 ? ago(task.submitted - 10_000) : null,
      ],
    ]),
  },
  {
    table: 'task_students',
    columns: ['task_id', 'user_id', 'assignment_id', 'course_id', 'status', 'submitted_at'],
    rows: ofTasks((task, { ids }) => [
      [
        task.id,
        task.student,
        task.assignment,
        ids.courses + 1 + task.course,
        task.status,
        task.submitted === null ? null : ago(task.submitted),
      ],
    ]),
  },
  {
    table: 'attempts',
    columns: ['id', 'task_id', 'number', 'content', 'submitted_at', 'submitted_by', 'taken_at'],
    rows: handedIn((task, base) => [
      [
        attemptOf(base, task),
        task.id,
        1,
        answer,
        ago(task.submitted ?? 0),
        task.student,
        isJudged(task) ? judged(task) : null,
      ],
    ]),
  },
  {
    table: 'reviews',
    columns: ['attempt_id', 'course_id', 'user_id', 'verdict', 'comment', 'score', 'created_at'],
    rows: handedIn((task, base) =>
      isJudged(task)
        ? [
            [
              attemptOf(base, task),
              base.ids.courses + 1 + task.course,
              teacherOf(base, task.course),
              task.status,
              texts[task.id % 3] as string,
              score(task),
              judged(task),
            ],
          ]
        : [],
    ),
  },
  {
    table: 'thread_entries',
    columns: ['task_id', 'user_id', 'kind', 'attempt', 'created_at', 'text'],
    rows: handedIn((task, base) => [
      [task.id, task.student, 'submitted', 1, ago(task.submitted ?? 0), ''],
      ...(isJudged(task)
        ? [[task.id, teacherOf(base, task.course), task.status, 1, judged(task), texts[task.id % 3] as string]]
        : []),
    ]),
  },
  {
    table: 'projects',
    columns: ['id', 'name', 'summary', 'tags', 'content', 'status', 'published_at'],
    rows: each(projects, (base, project) => [
      base.ids.projects + 1 + project,
      capitalized(wordsOf(base, project, 0, 3).join(' ')),
      wordsOf(base, project, 3, 15).join(' '),
      [`тег ${project % 60}`, `тег ${project % 7}`],
      `<p>${wordsOf(base, project, 15, 95).join(' ')}</p>`,
      'published',
      ago(project * 20),
    ]),
  },
  {
    table: 'project_authors',
    columns: ['project_id', 'user_id', 'position', 'agreed_at'],
    rows: several(projects, ({ ids }, project) => {
      const block = ids.users + 1 + Math.floor(project / projects) * usersPerBlock
      return Array.from({ length: project % 3 === 0 ? 2 : 1 }, (_, position) => [
        ids.projects + 1 + project,
        block + teachers + (((project % projects) * 4 + position) % students),
        position,
        ago(project * 20),
      ])
    }),
  },
  {
    table: 'project_likes',
    columns: ['project_id', 'user_id'],
    rows: several(projects, ({ ids }, project) => {
      const block = ids.users + 1 + Math.floor(project / projects) * usersPerBlock
      return [1, 32, 63].map((step) => [
        ids.projects + 1 + project,
        block + (((project % projects) * 13 + step) % usersPerBlock),
      ])
    }),
  },
  {
    table: 'notifications',
    columns: ['user_id', 'type', 'actor_id', 'title', 'lesson_id', 'created_at', 'read_at'],
    rows: several(usersPerBlock, notificationsOf),
  },
]
