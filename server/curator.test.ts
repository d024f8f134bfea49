import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { projectFolder } from '#server/project-folder.ts'
import { testDatabase } from '#server/testing/database.ts'
import { readLetters } from '#server/testing/letters.ts'
import { users } from '#server/users/users.table.ts'

const { db, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'praktika-curator-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (email: string, env: Record<string, string> = {}) =>
  new Promise<{ code: number; printed: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(projectFolder, 'server/curator.ts'), email],
      { env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    )
  })

const roleOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]?.role

it('adds a curator and mails them a link', async () => {
  const { code, printed } = await run('maria@school.example')
  expect(printed).toContain('Куратор maria@school.example добавлен. Письмо со ссылкой отправлено')
  expect(code).toBe(0)
  expect(await roleOf('maria@school.example')).toBe('curator')
  expect((await readLetters(join(folder, 'outbox'))).map(({ to }) => to)).toEqual(['maria@school.example'])
})

it('says that the curator is there when the letter is not sent yet, and what to do', async () => {
  const { code, printed } = await run('pavel@school.example', { SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(printed).toMatch(
    /^Куратор pavel@school\.example добавлен, но письмо со ссылкой не ушло\. Почтовый сервер не отвечает\..*npm run doctor/,
  )
  expect(code).toBe(1)
  expect(await roleOf('pavel@school.example')).toBe('curator')
})
