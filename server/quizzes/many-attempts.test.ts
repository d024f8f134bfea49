import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { QuizInput } from '#contract/quizzes/quizzes.schema.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import type { Db } from '#server/db/database.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { everyKind } from '#server/quizzes/every-kind.fixture.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { listAnswered, listOwnAttempts } from '#server/quizzes/quizzes.repo.ts'
import { rightAnswers } from '#server/quizzes/right-answers.fixture.ts'
import { testApp } from '#server/testing/app.ts'

const { questions } = QuizInput.parse({ title: 'Тест', questions: everyKind })
const { db, call, signedIn } = await testApp()

const school = async () => {
  const student = await signedIn()
  const course = await buildCourse(db, { students: [student.id] })
  const lesson = await buildLesson(db, { course_id: course.id })
  const quiz = await buildQuizInText(db, { lesson_id: lesson.id, questions })
  return { student, lesson, quiz }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const answer = (answers: object) =>
  call('POST', `/api/quizzes/${now.quiz.id}/attempts`, {
    token: now.student.token,
    body: { answers },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })

/** The questions whose explanation the student is shown. */
const explained = async () => {
  const { body } = await call('GET', `/api/lessons/${now.lesson.id}/quizzes`, { token: now.student.token })
  return body.quizzes[0].questions.flatMap((asked: { id: number }) => ('explanation' in asked ? asked.id : []))
}

describe('a student with many attempts at a quiz', () => {
  it('answers it no more than a hundred times an hour', async () => {
    await db.execute(sql`
      insert into quiz_attempts (quiz_id, user_id, number, key, answers, scores, points, max_points, answered_at)
      select ${now.quiz.id}, ${now.student.id}, number, number, '{}', '[]', 0, 1, now() - interval '50 minutes'
      from generate_series(1, 100) as number`)
    const refused = await answer({})
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('Слишком много попыток')])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    await db.execute(sql`update quiz_attempts set answered_at = answered_at - interval '11 minutes' where number = 1`)
    expect((await answer({})).body.attempt.number).toBe(101)
  })

  it('costs the answers of their newest attempts alone', async () => {
    const [attempts, whole] = [100, 3]
    // each as long as several chunks, which PostgreSQL keeps beside the row
    await db.execute(sql`
      insert into quiz_attempts (quiz_id, user_id, number, key, newly_answered, answers, scores, points, max_points)
      select ${now.quiz.id}, ${now.student.id}, number, number, '{}', (
          select jsonb_build_object(${String(now.quiz.questions[0]?.id)}::text, string_agg(md5(random()::text), ''))
          from generate_series(1, 200) as part where number > 0
        ), '[]', 0, 1
      from generate_series(1, ${attempts}::int) as number`)
    const countChunks = async (tx: Db) => {
      const { rows } = await tx.execute<{ chunks: number }>(sql`
        select coalesce(sum(idx_tup_fetch), 0)::int as chunks from pg_stat_xact_all_tables
        where relid = (select reltoastrelid from pg_class where oid = 'quiz_attempts'::regclass)`)
      return rows[0]?.chunks ?? 0
    }
    const readChunks = (read: (tx: Db) => Promise<unknown>) =>
      db.transaction(async (tx) => {
        // those of earlier transactions may be counted, too
        const before = await countChunks(tx)
        await read(tx)
        return (await countChunks(tx)) - before
      })
    const all = await readChunks((tx) => tx.execute(sql`select length(answers::text) from quiz_attempts`))
    expect(all).toBeGreaterThanOrEqual(attempts)
    const { lesson, student } = now
    expect(await readChunks((tx) => listOwnAttempts(tx, lesson.id, student.id))).toBe((all / attempts) * whole)
    expect(await readChunks((tx) => listAnswered(tx, lesson.id, student.id))).toBe(0)
  })

  it('keeps the explanations of all that they have ever answered, and of nothing else', async () => {
    const empty = { multiple: [], text: ' ', order: [], match: {}, gaps: [' ', ''] }
    const emptyAnswers = now.quiz.questions.flatMap(({ id, kind }) =>
      kind in empty ? [[id, empty[kind as keyof typeof empty]]] : [],
    )
    await answer(Object.fromEntries(emptyAnswers))
    expect(await explained()).toEqual([])
    await answer(rightAnswers(now.quiz.questions))
    for (const _attempt of [3, 4, 5]) await answer({})
    expect(await explained()).toEqual(now.quiz.questions.map(({ id }) => id))
  })
  it('is shown explanations also for attempts that the previous version made after the migration', async () => {
    const right = rightAnswers(now.quiz.questions)
    const [first, second, third] = now.quiz.questions.map(({ id }) => id) as [number, number, number]
    const given = (...ids: number[]) => Object.fromEntries(ids.map((id) => [id, right[id]]))
    await answer(given(first))
    await db.execute(sql`
      insert into quiz_attempts (quiz_id, user_id, number, key, answers, scores, points, max_points)
      values (${now.quiz.id}, ${now.student.id}, 2, 'previous', ${JSON.stringify(given(first, second))}, '[]', 0, 1)`)
    expect(await explained()).toEqual([first, second])
    await answer(given(second, third))
    for (const _attempt of [4, 5, 6]) await answer({})
    expect(await explained()).toEqual([first, second, third])
    const { rows } = await db.execute(
      sql`select newly_answered as ids from quiz_attempts where quiz_id = ${now.quiz.id} order by number limit 3`,
    )
    expect(rows.map(({ ids }) => ids)).toEqual([[first], null, [third]])
  })
})
