import { expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { otherAct, placeText } from '#contract/security/place-text.ts'

it('says in words what a call of the security log was about', () => {
  expect(placeText('POST /api/users/{id}/totp')).toBe('Подключение приложения с кодами')
  expect(placeText('DELETE /api/users/{id}/passkeys/{passkey_id}')).toBe('Удаление ключа доступа')
  expect(placeText('GET /api/courses/5/journal/export')).toBe('Журнал курса, № 5')
  expect(placeText('GET /api/audit/export')).toBe('Журнал изменений')
  expect(placeText('PUT /api/courses/{id}')).toBe('Курсы: изменение')
  expect(placeText('POST /api/unheard-of')).toBe(otherAct)
})

it('has words for every call that somebody may be refused', () => {
  const open = ['/api/health', '/api/ready', '/api/assets-version', '/api/home']
  const unnamed = endpoints
    .filter(({ path }) => !open.includes(path))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((place) => placeText(place) === otherAct)
  expect(unnamed).toEqual([])
})
