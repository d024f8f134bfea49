// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { ProgramKey } from '#contract/keys/keys.schema.ts'
import { draw, endDrawn } from '#web/app/drawn.fixture.ts'
import { Keys } from '#web/keys/Keys.tsx'

afterEach(endDrawn)

test('a key that does not work names everything that its maker may lack', async () => {
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  const user = { id: 1, name: 'Вера', surname: 'Директорова' }
  const key = {
    id: 7,
    name: 'Журнал',
    scopes: [],
    user,
    created_at: at(-1),
    expires_at: at(9),
    used_at: null,
    works: false,
  }
  await draw(() => <Keys />, { 'GET /api/keys': { keys: [key as unknown as ProgramKey] } })
  await expect
    .poll(() => document.body.textContent)
    .toContain(
      'Не действует: тот, кто его создал, больше не может создавать ключи. Проверьте его роль, права и второй фактор, а также включена ли его учётная запись и не удаляется ли она.',
    )
})
