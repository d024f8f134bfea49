import { useEffect, useEffectEvent } from 'react'
import { called } from '#contract/users/student-word.ts'
import { awaitsForm, keepKey, keptKeys, type Pressed, useShownForm } from '#web/reviews/keys/kept-keys.ts'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'
import { leaveField } from '#web/ui/leave-field.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** What the desk does at the press of a single key; `confirm` and the digits of criteria cannot be remapped. */
export const deskActions = {
  next: 'Следующая работа',
  previous: 'Предыдущая работа',
  accept: 'Выбрать «Принять»',
  get return() {
    return `Выбрать «Вернуть ${called('студенту')}»`
  },
  comment: 'Написать комментарий',
  undo: 'Отменить последнее решение',
  select: 'Отметить работу в очереди',
  search: 'Поиск',
  help: 'Клавиши',
} as const
export type DeskAction = keyof typeof deskActions
type AnyAction = DeskAction | 'confirm' | 'criterion'

/** Keys by their place on the keyboard, so that they work in every layout; a shifted one begins with `Shift+`. */
export type KeyBindings = Record<DeskAction, string>

/** The keys as the desk comes. */
export const defaultBindings: KeyBindings = {
  next: 'KeyJ',
  previous: 'KeyK',
  accept: 'KeyA',
  return: 'KeyR',
  comment: 'KeyC',
  undo: 'KeyZ',
  select: 'KeyX',
  search: 'Slash',
  help: 'Shift+Slash',
}

/** How one person uses the keys on this device. */
export interface KeySettings {
  off: boolean
  bindings: KeyBindings
}

const deviceKey = (userId: number) => `desk-keys:${userId}`
const settings = createStore<KeySettings>({ off: false, bindings: defaultBindings })

/** Takes over what the person has set on this device. */
const loadKeys = (userId: number) => {
  const kept = readDevice<{ off?: unknown; bindings?: Record<string, unknown> }>(deviceKey(userId))
  const own = Object.entries(kept?.bindings ?? {}).filter(
    ([action, binding]) => action in deskActions && typeof binding === 'string',
  )
  settings.set({ off: kept?.off === true, bindings: { ...defaultBindings, ...Object.fromEntries(own) } })
}

/** Keeps how the person wants the keys. */
export const keepKeys = (userId: number, changes: Partial<KeySettings>) => {
  const next = { ...settings.get(), ...changes }
  settings.set(next)
  writeDevice(deviceKey(userId), next)
}

/** The keys as they are set. */
export const useKeySettings = () => useStore(settings)

/** The name of a pressed key; null for one that cannot stand alone, such as Shift, Tab or a digit. */
export const bindingOf = ({ code, shiftKey }: Pick<KeyboardEvent, 'code' | 'shiftKey'>) =>
  /^(Key[A-Z]|Slash|Backslash|Comma|Period|Semicolon|Quote|Bracket(Left|Right)|Minus|Equal|Backquote|F\d+)$/.test(code)
    ? `${shiftKey ? 'Shift+' : ''}${code}`
    : null

const signs: Record<string, string> = {
  Slash: '/',
  'Shift+Slash': '?',
  Backslash: '\\',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: '’',
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
}
const latin = 'QWERTYUIOPASDFGHJKLZXCVBNM'
const russian = 'ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ'

/** The sign on a key; `russian` is the letter on the same key of a Russian keyboard. */
export const keyLabel = (binding: string) => {
  const sign = signs[binding]
  if (sign) return { label: sign }
  const shift = binding.startsWith('Shift+')
  const code = shift ? binding.slice(6) : binding
  const letter = code.startsWith('Key') ? code.slice(3) : undefined
  const label = `${shift ? 'Shift + ' : ''}${letter ?? signs[code] ?? code}`
  return letter ? { label, russian: russian[latin.indexOf(letter)] as string } : { label }
}

/** The key of an action as it is shown on a button; nothing while the keys are off, or where there are none. */
export const useKeyLabel = (action: DeskAction) => {
  const { off, bindings } = useKeySettings()
  return off || matchMedia('(pointer: coarse)').matches ? undefined : keyLabel(bindings[action]).label
}

/** What a single pressed key asks for. */
export const actionOf = (
  event: Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'>,
  bindings: KeyBindings,
): { action: DeskAction } | { action: 'criterion'; digit: number } | null => {
  // first the sign itself: in the Russian layout «?» is on Shift+7 and «/» beside Backspace
  if (event.key === '?' && bindings.help === defaultBindings.help) return { action: 'help' }
  if (event.key === '/' && bindings.search === defaultBindings.search) return { action: 'search' }
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)
  if (digit && !event.shiftKey) return { action: 'criterion', digit: Number(digit[1]) }
  const binding = bindingOf(event)
  const action = (Object.keys(bindings) as DeskAction[]).find((name) => bindings[name] === binding)
  return action ? { action } : null
}

/** The action that a key already belongs to. */
export const conflictOf = (bindings: KeyBindings, action: DeskAction, binding: string) =>
  (Object.keys(bindings) as DeskAction[]).find((other) => other !== action && bindings[other] === binding)

const handlers = new Map<AnyAction, ((digit: number) => void)[]>()

/** Answers to a key of the desk while the component is on screen and `enabled`. */
export const useDeskKey = (action: AnyAction, act: (digit: number) => void, enabled = true) => {
  const handle = useEffectEvent(act)
  useEffect(() => {
    if (!enabled) return
    const own = (digit: number) => handle(digit)
    handlers.set(action, [...(handlers.get(action) ?? []), own])
    return () =>
      void handlers.set(
        action,
        (handlers.get(action) ?? []).filter((other) => other !== own),
      )
  }, [action, enabled])
}

const run = (action: AnyAction, digit: number) => {
  const handler = handlers.get(action)?.at(-1)
  handler?.(digit)
  return handler !== undefined
}

const typing =
  'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"])'
/** A player, a menu or a list answers to letters itself. */
const ownKeys = 'video, audio, [role="menu"], [role="listbox"], [data-own-keys]'

/** The actions of the form of a verdict. */
const formActions: AnyAction[] = ['criterion', 'comment', 'accept', 'return', 'confirm']

/** Whether a key is for the form that is not there yet, or for the text that one of its fields would get. */
const isForForm = (event: KeyboardEvent) => {
  const { off, bindings } = settings.get()
  const before = keptKeys().map((pressed) => actionOf(pressed, bindings)?.action)
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || before.includes('accept'))) return true
  if (off || event.ctrlKey || event.metaKey || event.altKey) return false
  if (before.includes('comment') || before.includes('return'))
    return event.key.length === 1 || ['Enter', 'Escape', 'Backspace'].includes(event.key)
  const asked = actionOf(event, bindings)
  return asked !== null && formActions.includes(asked.action)
}

const typeKey = (field: HTMLElement, key: string) => {
  if (key === 'Escape') leaveField(field)
  else if (key === 'Backspace') document.execCommand('delete')
  // as typed: React and the field's own undo know of it
  else document.execCommand('insertText', false, key === 'Enter' ? '\n' : key)
}

/**
 * Presses a key that was kept for the form; false where what follows is not for it: a verdict was confirmed, or the
 * person types elsewhere by now.
 */
const pressKept = (pressed: Pressed) => {
  const focused = document.activeElement
  if (pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey)) {
    run('confirm', 0)
    return false
  }
  if (focused instanceof HTMLElement && focused.closest(typing)) {
    if (!focused.closest('[data-verdict-form]')) return false
    typeKey(focused, pressed.key)
    return true
  }
  if (pressed.key === 'Enter') {
    if (focused?.matches('[data-chosen]')) run('confirm', 0)
    return false
  }
  const asked = actionOf(pressed, settings.get().bindings)
  if (asked && formActions.includes(asked.action)) run(asked.action, asked.action === 'criterion' ? asked.digit : 0)
  return true
}

/** Lets the form of a task answer keys; those that were pressed before are pressed then. */
export const useFormKeys = (taskId: number, isThere: boolean) => useShownForm(taskId, isThere, pressKept)

const onKeyDown = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.isComposing || document.querySelector('[aria-modal="true"]')) return
  const target = event.target instanceof Element ? event.target : null
  const isTyping = target?.closest(typing) != null
  if (!isTyping && !target?.closest(ownKeys) && awaitsForm() && isForForm(event)) {
    if (!event.repeat) keepKey(event)
    return event.preventDefault()
  }
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    // a comment of the thread is sent by the same keys
    if (event.repeat || (isTyping && !target?.closest('[data-verdict-form]'))) return
    if (run('confirm', 0)) event.preventDefault()
    return
  }
  if (event.key === 'Escape' && isTyping && target instanceof HTMLElement) {
    // a search field would be emptied
    event.preventDefault()
    return leaveField(target)
  }
  const { off, bindings } = settings.get()
  if (off || isTyping || event.ctrlKey || event.metaKey || event.altKey || target?.closest(ownKeys)) return
  const asked = actionOf(event, bindings)
  // a key that is held down goes through the queue, but judges nothing
  if (!asked || (event.repeat && asked.action !== 'next' && asked.action !== 'previous')) return
  if (run(asked.action, asked.action === 'criterion' ? asked.digit : 0)) event.preventDefault()
}

/** Listens to the keys of the desk. */
export const useDeskKeys = (userId: number) => {
  useEffect(() => {
    loadKeys(userId)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [userId])
}
