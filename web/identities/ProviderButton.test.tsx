// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { config } from '#web/app/config.ts'
import { draw, endDrawn, press } from '#web/app/drawn.fixture.ts'
import { takeWantedPage } from '#web/auth/wanted-page.ts'
import { ProviderButton } from '#web/identities/ProviderButton.tsx'

afterEach(endDrawn)

test('the sign-in by the provider leads back to the project that a guest came from', async () => {
  config.provider = 'Школьный ключ'
  const answers = { 'POST /api/auth/provider': { url: '#provider', key: 'key' } }
  await draw(() => <ProviderButton wanted="/projects/7" onFailure={() => {}} />, answers)
  await press('Войти через Школьный ключ')
  await expect.poll(() => location.hash).toBe('#provider')
  expect(takeWantedPage()).toBe('/projects/7')
})
