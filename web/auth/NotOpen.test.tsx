// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { config } from '#web/app/config.ts'
import { draw, endDrawn } from '#web/app/drawn.fixture.ts'
import { WaitingForSchool } from '#web/auth/NotOpen.tsx'

afterEach(endDrawn)

test.each([
  [true, 'снова нажмите «Войти через Школьный ключ».'],
  [false, 'входите со своей почтой и паролем.'],
])('who waits for the school is shown how to sign in later; by the provider: %s', async (byProvider, text) => {
  config.provider = 'Школьный ключ'
  await draw(() => <WaitingForSchool byProvider={byProvider} />)
  expect(document.querySelector('[role=status]')?.textContent).toContain(`После этого ${text}`)
})
