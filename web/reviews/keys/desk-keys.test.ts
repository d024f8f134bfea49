import { expect, test } from 'vitest'
import { actionOf, bindingOf, conflictOf, defaultBindings, keyLabel } from '#web/reviews/keys/desk-keys.ts'

const press = (code: string, key: string, shiftKey = false) => actionOf({ code, key, shiftKey }, defaultBindings)

test('keys are found by their place, whatever the layout', () => {
  expect(press('KeyJ', 'о')).toEqual({ action: 'next' })
  expect(press('KeyA', 'ф')).toEqual({ action: 'accept' })
  expect(press('Digit3', '3')).toEqual({ action: 'criterion', digit: 3 })
  expect(press('Numpad9', '9')).toEqual({ action: 'criterion', digit: 9 })
  expect(press('Slash', '/')).toEqual({ action: 'search' })
  // the Russian layout: «.» on the key of the slash, «?» on Shift+7, «/» on Shift+Backslash
  expect(press('Slash', '.')).toEqual({ action: 'search' })
  expect(press('Digit7', '?', true)).toEqual({ action: 'help' })
  expect(press('Backslash', '/', true)).toEqual({ action: 'search' })
})

test('what is nobody’s key does nothing', () => {
  expect(press('KeyJ', 'J', true)).toBeNull()
  expect(press('Digit0', '0')).toBeNull()
  expect(press('Enter', 'Enter')).toBeNull()
  expect(bindingOf({ code: 'ShiftLeft', shiftKey: true })).toBeNull()
  expect(bindingOf({ code: 'Digit1', shiftKey: false })).toBeNull()
})

test('a remapped key takes the sign with it', () => {
  const bindings = { ...defaultBindings, help: 'KeyH', search: 'KeyF' }
  expect(actionOf({ code: 'Digit7', key: '?', shiftKey: true }, bindings)).toBeNull()
  expect(actionOf({ code: 'KeyH', key: 'р', shiftKey: false }, bindings)).toEqual({ action: 'help' })
})

test('a key belongs to one action', () => {
  expect(conflictOf(defaultBindings, 'accept', 'KeyR')).toBe('return')
  expect(conflictOf(defaultBindings, 'accept', 'KeyA')).toBeUndefined()
})

test('keys are named in both alphabets', () => {
  expect(keyLabel('KeyJ')).toEqual({ label: 'J', russian: 'О' })
  expect(keyLabel('KeyZ')).toEqual({ label: 'Z', russian: 'Я' })
  expect(keyLabel('KeyP')).toEqual({ label: 'P', russian: 'З' })
  expect(keyLabel('Shift+Slash')).toEqual({ label: '?' })
})
