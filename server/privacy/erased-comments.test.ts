import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { demoPassword } from '#server/users/users.factory.ts'

/** What is left under a project of the comments of an erased person. */

const { db, call, signedIn, runEffects } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const [author, writer] = [await signedIn(), await signedIn()]

const erase = async ({ id, token }: Signed) => {
  await call('POST', `/api/users/${id}/erasure`, { token, body: { password: demoPassword } })
  await db.execute(
    sql`update effects set visible_at = now() where kind = 'account-erased' and payload->>'user_id' = ${String(id)}`,
  )
  await runEffects()
}

/** The comments under the project of `author`, and how many of them count. */
const shown = async (id: number) => {
  const { project } = (await call('GET', `/api/projects/${id}`, { token: author.token })).body
  return { texts: project.comments.map(({ text }: { text: string }) => text), total: project.comment_total }
}

const build = (comments: Parameters<typeof buildProject>[1]['comments'] & object) =>
  buildProject(db, { authors: [author.id], comments })

const erasedText = 'Текст удалён вместе с учётной записью.'

describe('after a person is erased', () => {
  it('a removed comment of theirs stays a place without text', async () => {
    const person = await signedIn()
    const { id } = await build([
      { user_id: person.id, text: '' },
      { user_id: writer.id, text: 'Согласна.', answers: 0 },
    ])
    await erase(person)
    expect(await shown(id)).toEqual({ texts: ['', 'Согласна.'], total: 1 })
  })

  it('an answered comment of theirs has no text', async () => {
    const person = await signedIn()
    const { id } = await build([
      { user_id: person.id, text: 'Как сделано?' },
      { user_id: writer.id, text: 'Тушью.', answers: 0 },
    ])
    await erase(person)
    expect(await shown(id)).toEqual({ texts: [erasedText, 'Тушью.'], total: 2 })
  })

  it('nothing is left of places that only they have answered', async () => {
    const person = await signedIn()
    const { id } = await build([
      { user_id: writer.id, text: '' },
      { user_id: person.id, text: 'Согласна.', answers: 0 },
      { user_id: person.id, text: 'Как сделано?' },
      { user_id: person.id, text: 'Поняла.', answers: 2 },
      { user_id: person.id, text: '' },
      { user_id: person.id, text: 'Ещё раз.', answers: 4 },
      { user_id: writer.id, text: 'Хорошо!' },
      { user_id: person.id, text: 'И правда.', answers: 6 },
    ])
    await erase(person)
    expect(await shown(id)).toEqual({ texts: ['Хорошо!'], total: 1 })
    expect((await db.execute(sql`select 1 from project_comments where project_id = ${id}`)).rows).toHaveLength(1)
  })

  it('an empty place with answers of others stays', async () => {
    const person = await signedIn()
    const { id } = await build([
      { user_id: author.id, text: '' },
      { user_id: person.id, text: 'Согласна.', answers: 0 },
      { user_id: writer.id, text: 'И я.', answers: 0 },
    ])
    await erase(person)
    expect(await shown(id)).toEqual({ texts: ['', 'И я.'], total: 1 })
  })

  it('an answer that was being written at that moment stays', async () => {
    const person = await signedIn()
    const { id } = await build([{ user_id: person.id, text: 'Как сделано?' }])
    const path = `/api/projects/${id}`
    const { comments } = (await call('GET', path, { token: writer.token })).body.project
    const letGo = await hold(db, sql`select 1 from projects where id = ${id} for update`)
    const body = { text: 'Тушью.', parent_id: comments[0].id }
    const answered = call('POST', `${path}/comments`, { token: writer.token, body })
    await expect.poll(() => countWaiting(db)).toBe(1)
    const erasing = erase(person)
    await expect.poll(() => countWaiting(db)).toBe(2)
    await letGo()
    await erasing
    expect((await answered).status).toBe(201)
    expect(await shown(id)).toEqual({ texts: [erasedText, 'Тушью.'], total: 2 })
  })
})
