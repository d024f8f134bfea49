import { expect, test } from 'vitest'
import { PasskeyFailure, signInFailureText } from '#web/auth/passkey-failure.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'

test('a sign-in that failed for want of a network says what failed', () => {
  expect(signInFailureText(new NetworkError())).toBe(
    'Не удалось войти: нет сети. Проверьте подключение и попробуйте ещё раз.',
  )
  expect(signInFailureText(new ApiError(401, { detail: 'Неверная почта или пароль.' }))).toBe(
    'Неверная почта или пароль.',
  )
  expect(signInFailureText(new PasskeyFailure('Ключ не подошёл.'))).toBe('Ключ не подошёл.')
})
