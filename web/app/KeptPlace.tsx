import { type ReactNode, useLayoutEffect } from 'react'

/**
 * Identifies an element of the served page: its kind, its attributes and text, and its number among the elements with
 * the same.
 */
interface Sign {
  kind: string
  text: string
  place: number
}

const attributes = ['id', 'href', 'name', 'value', 'aria-label', 'aria-labelledby']

/** One that Mantine has made up is another one each time. */
const madeUp = /^mantine-.*/

/** What folds is known by its summary: inside, the server may draw more than the app. */
const textOf = (element: Element) =>
  [
    ...attributes.map((name) => element.getAttribute(name)?.replace(madeUp, '')),
    (element.querySelector(':scope > summary') ?? element).textContent.trim().slice(0, 100),
  ].join('\n')

const alike = (kind: string, text: string) =>
  [...document.querySelectorAll<HTMLElement>(`#root ${kind}`)].filter((element) => textOf(element) === text)

const signOf = (element: HTMLElement): Sign | null => {
  if (!element.closest('#root')) return null
  const [kind, text] = [element.localName, textOf(element)]
  return { kind, text, place: alike(kind, text).indexOf(element) }
}

const found = ({ kind, text, place }: Sign) => alike(kind, text)[place]

/** Where the reader is on the page that the server has drawn. */
const reader = {
  focused: null as Sign | null,
  /** The scrolled parts of the page, with their positions. */
  scrolled: new Map<HTMLElement, { sign: Sign; left: number; top: number }>(),
  /** What has been typed, by its field. */
  typed: new Map<HTMLInputElement, { sign: Sign; value: string }>(),
  /** The parts of the page that fold; an element that is gone still has its `open`. */
  folds: new Map<HTMLDetailsElement, Sign>(),
  top: 0,
}

const noteFocus = () => {
  reader.focused = document.activeElement instanceof HTMLElement ? signOf(document.activeElement) : null
}

const noteScroll = (element: EventTarget | null) => {
  if (!(element instanceof HTMLElement)) return
  const sign = signOf(element)
  if (sign) reader.scrolled.set(element, { sign, left: element.scrollLeft, top: element.scrollTop })
}

const onInput = ({ target }: Event) => noteTyped(target)
const onScroll = ({ target }: Event) => noteScroll(target)
const noteTyped = (field: EventTarget | null) => {
  if (!(field instanceof HTMLInputElement)) return
  const sign = signOf(field)
  if (sign) reader.typed.set(field, { sign, value: field.value })
}

/** Fires the events of typing, so that the owner of the field notices the value. */
const type = (field: HTMLElement | undefined, value: string) => {
  if (!(field instanceof HTMLInputElement) || field.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

// a press beside everything removes the focus, any other sets it again
const onPress = () => {
  reader.focused = null
}

/**
 * Remembers where the reader is on the page that the server has drawn, from now until the app draws over it. Its
 * elements are gone by then, so what is needed of them is kept.
 */
export const followReader = () => {
  noteFocus()
  for (const field of document.querySelectorAll<HTMLInputElement>('#root input')) {
    if (field.value !== field.defaultValue) noteTyped(field)
  }
  for (const part of document.querySelectorAll<HTMLDetailsElement>('#root details')) {
    const sign = signOf(part)
    if (sign) reader.folds.set(part, sign)
  }
  for (const element of document.querySelectorAll('#root :is([tabindex="0"], nav)')) {
    if (element.scrollLeft > 0 || element.scrollTop > 0) noteScroll(element)
  }
  document.addEventListener('focusin', noteFocus)
  document.addEventListener('input', onInput)
  document.addEventListener('pointerdown', onPress, { capture: true, passive: true })
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
}

/** Before anything of the app has scrolled. */
const Take = () => {
  useLayoutEffect(() => {
    document.removeEventListener('focusin', noteFocus)
    document.removeEventListener('input', onInput)
    document.removeEventListener('pointerdown', onPress, { capture: true })
    document.removeEventListener('scroll', onScroll, { capture: true })
    reader.top = scrollY
  }, [])
  return null
}

/** Once all of the app has drawn, before anybody sees it. */
const GiveBack = () => {
  useLayoutEffect(() => {
    for (const [{ open }, sign] of reader.folds) found(sign)?.toggleAttribute('open', open)
    reader.folds.clear()
    const focused = reader.focused && found(reader.focused)
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true })
    for (const { sign, value } of reader.typed.values()) type(found(sign), value)
    reader.typed.clear()
    for (const { sign, left, top } of reader.scrolled.values())
      found(sign)?.scrollTo({ left, top, behavior: 'instant' })
    reader.scrolled.clear()
    scrollTo({ top: reader.top, behavior: 'instant' })
  }, [])
  return null
}

/**
 * Keeps the reader where they are when the app draws over the served page: the focus, what is typed and unfolded, how
 * far things are scrolled.
 */
export const KeptPlace = ({ children }: { children: ReactNode }) => (
  <>
    <Take />
    {children}
    <GiveBack />
  </>
)
