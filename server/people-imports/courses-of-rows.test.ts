import { sql } from 'drizzle-orm'
import { describe, expect, it, test } from 'vitest'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
const { db, signedIn } = app
const curator = await signedIn({ role: 'curator' })
const ofPeople = await signedIn({ role: 'curator', rights: ['people'] })

const coursesOf = async (table: 'course_students' | 'course_teachers', email: string) => {
  const { rows } = await db.execute<{ course_id: number }>(sql`
    select course_id from ${sql.identifier(table)} join users on users.id = user_id
    where email = ${email} order by course_id`)
  return rows.map(({ course_id }) => course_id)
}

describe('a course in the archive', () => {
  it('is not meant by a name that a current one has', async () => {
    await buildCourse(db, { name: 'Математика', status: 'archived' })
    const course = await buildCourse(db, { name: 'Математика' })
    const { send, apply } = importer(app, curator)
    const { body } = await send('Фамилия;Имя;Почта;Курсы\nНовая;Ия;new-year@school.example;математика\n')
    expect(body.import.rows).toMatchObject([{ verdict: 'new', errors: {} }])
    await apply(body.import.id)
    expect(await coursesOf('course_students', 'new-year@school.example')).toEqual([course.id])
  })

  it('is taken by its number alone', async () => {
    const { id } = await buildCourse(db, { name: 'Черчение', status: 'archived' })
    const { send } = importer(app, curator)
    const { body } = await send(
      `Фамилия;Имя;Почта;Курсы\nОдна;Ия;one@school.example;Черчение\nДругая;Ия;two@school.example;${id}\n`,
    )
    expect(body.import.rows).toMatchObject([
      { verdict: 'wrong', errors: { courses: ['Курс «Черчение» в архиве'] } },
      { verdict: 'new', errors: {} },
    ])
  })
})

describe('a curator without the right for courses', () => {
  const { send, apply, undo } = importer(app, ofPeople)

  it('appoints and enrols nobody in the courses of others', async () => {
    await buildCourse(db, { name: 'Алгебра' })
    const { body } = await send(
      [
        'Фамилия;Имя;Почта;Роль;Курсы',
        'Свой;Пётр;own-teacher@school.example;учитель;Алгебра',
        'Своя;Анна;own-student@school.example;;Алгебра',
      ].join('\n'),
    )
    const errors = { courses: ['На этот курс назначает и записывает куратор с правом на курсы'] }
    expect(body.import.rows).toMatchObject([
      { verdict: 'wrong', errors },
      { verdict: 'wrong', errors },
    ])
  })

  it('fills classes and the courses they teach, and changes those who are in others already', async () => {
    const [own, other, ofClass] = [
      await buildCourse(db, { name: 'Своя геометрия', teachers: [ofPeople.id] }),
      await buildCourse(db, { name: 'Чужая геометрия' }),
      await buildCourse(db),
    ]
    await buildCohort(db, { by: { id: curator.id, role: 'curator' }, name: '5 «К»', courses: [ofClass.id] })
    await signedIn({ email: 'there@school.example', surname: 'Прежняя' })
    await db.execute(sql`insert into course_students (course_id, user_id, by_hand)
      select ${other.id}, id, true from users where email = 'there@school.example'`)
    const { body } = await send(
      [
        'Почта;Фамилия;Имя;Класс;Курсы',
        'fresh@school.example;Новая;Ия;5К;Своя геометрия',
        'there@school.example;Другая;;;Чужая геометрия',
      ].join('\n'),
    )
    expect(body.import.rows).toMatchObject([{ verdict: 'new' }, { verdict: 'changed', changes: ['surname'] }])
    expect((await apply(body.import.id)).status).toBe(200)
    expect(await coursesOf('course_students', 'fresh@school.example')).toEqual([own.id, ofClass.id])
    expect((await undo(body.import.id)).status).toBe(200)
  })

  test.each([
    ['teacher', 'undo-teacher@school.example'],
    ['student', 'undo-student@school.example'],
  ] as const)('takes no %s out of a course by undoing the import of another', async (role, email) => {
    const course = await buildCourse(db, { name: `Отмена ${role}` })
    await signedIn({ role, email })
    const all = importer(app, curator)
    const { body } = await all.send(`Почта;Курсы\n${email};Отмена ${role}\n`)
    await all.apply(body.import.id)
    const refused = await undo(body.import.id)
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Этот импорт менял состав курсов: его отменяет куратор с правом на курсы.',
    ])
    expect(await coursesOf(`course_${role}s`, email)).toEqual([course.id])
    expect((await all.undo(body.import.id)).status).toBe(200)
  })

  it('ends no enrolment by hand that another import has made, where the student is with the class as well', async () => {
    const email = 'with-class@school.example'
    const { id } = await signedIn({ email })
    const course = await buildCourse(db, { name: 'Хор' })
    const by = { id: curator.id, role: 'curator' } as const
    await buildCohort(db, { by, students: [id], courses: [course.id] })
    const byHand = async () => {
      const { rows } = await db.execute(sql`select by_hand from course_students where user_id = ${id}`)
      return rows
    }
    expect(await byHand()).toEqual([{ by_hand: false }])
    const all = importer(app, curator)
    const { body } = await all.send(`Почта;Курсы\n${email};Хор\n`)
    await all.apply(body.import.id)
    expect((await undo(body.import.id)).status).toBe(403)
    expect(await byHand()).toEqual([{ by_hand: true }])
    expect((await all.undo(body.import.id)).status).toBe(200)
    expect(await byHand()).toEqual([{ by_hand: false }])
  })
})
