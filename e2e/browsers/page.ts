import { setTimeout as sleep } from 'node:timers/promises'
import type { Driver, Step } from './driver.ts'
import { findInPage, placeOfText, type Target, textOfPage } from './in-page.ts'

/** How long something that is expected may take, in milliseconds. */
const patience = 45_000

/** Keys by the code points that W3C WebDriver gives them. */
const keys: Record<string, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Backspace: '\uE003',
  ArrowDown: '\uE015',
  End: '\uE010',
  Shift: '\uE008',
  Control: '\uE009',
}

const mouse = (steps: Step[]) => ({ type: 'pointer' as const, id: 'mouse', actions: steps })
const keyboard = (steps: Step[]) => ({ type: 'key' as const, id: 'keyboard', actions: steps })

/** A page as a person uses it: finds by what is said of things, and waits until they are there. */
export class Page {
  readonly #driver: Driver
  readonly #site: string

  constructor(driver: Driver, site: string) {
    this.#driver = driver
    this.#site = site
  }

  /** Opens an address of the site. */
  async goto(path: string) {
    await this.#driver.navigate(`${this.#site}${path}`)
  }

  async reload() {
    await this.goto(await this.path())
  }

  /** Where the page is, without the site. */
  path() {
    return this.run(() => location.pathname + location.search)
  }

  /** Runs a function in the page; it sees nothing but what it is given. */
  async run<A extends unknown[], R>(act: (...values: A) => R, ...values: A): Promise<R> {
    const code = `(values) => JSON.stringify([(${act.toString()})(...JSON.parse(values))])`
    const [result] = JSON.parse(await this.#driver.call(code, JSON.stringify(values)))
    return result
  }

  /** Waits until `ask` returns something; says what was expected if it never does. */
  async until<T>(expected: string, ask: () => Promise<T | null | false>): Promise<T> {
    const deadline = Date.now() + patience
    let failure = ''
    while (Date.now() < deadline) {
      const found = await ask().catch((error) => {
        // between two documents there is none to ask
        failure = String(error)
        return null
      })
      if (found) return found
      await sleep(100)
    }
    throw new Error(`Not there: ${expected}. ${failure}`)
  }

  /** Waits until something is there and no longer moves. */
  #still<T>(expected: string, place: () => Promise<T | null>) {
    let before = ''
    return this.until(expected, async () => {
      const found = await place()
      const stands = found !== null && before === JSON.stringify(found)
      before = JSON.stringify(found)
      return stands && found
    })
  }

  /** The middle of what can be pressed. */
  #place(target: Target) {
    return this.#still(called(target), () => this.run(findInPage, target))
  }

  async click(target: Target) {
    const { x, y } = await this.#place(target)
    const press = { type: 'pointerDown', button: 0 } as const
    await this.#driver.act([mouse([{ type: 'pointerMove', x, y }, press, { type: 'pointerUp', button: 0 }])])
  }

  /** Selects a text with the mouse. */
  async select(text: string) {
    const { left, right, y } = await this.#still(`«${text}»`, () => this.run(placeOfText, text))
    await this.#driver.act([
      mouse([
        { type: 'pointerMove', x: left, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerMove', x: Math.round((left + right) / 2), y },
        { type: 'pointerMove', x: right, y },
        { type: 'pointerUp', button: 0 },
      ]),
    ])
  }

  /** Presses a key, or several at once: `Control+Enter`. */
  async press(combination: string) {
    const values = combination.split('+').map((name) => keys[name] ?? name)
    await this.#driver.act([
      keyboard([
        ...values.map((value) => ({ type: 'keyDown' as const, value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
      ]),
    ])
  }

  /** Types with the keyboard, letter by letter. */
  async type(text: string) {
    await this.#driver.act([
      keyboard(
        [...text].flatMap((value) => [
          { type: 'keyDown' as const, value },
          { type: 'keyUp' as const, value },
        ]),
      ),
    ])
  }

  /** Types into a field. */
  async write(target: Target, text: string) {
    await this.click(target)
    await this.type(text)
  }

  async attach(selector: string, path: string) {
    await this.#driver.setFiles(selector, [path])
  }

  /** Waits for a text anywhere on the page. */
  async see(text: string | RegExp) {
    const pattern = typeof text === 'string' ? null : text
    await this.until(String(text), async () => {
      const shown = await this.run(textOfPage)
      return pattern ? pattern.test(shown) : shown.includes(String(text))
    })
  }

  /** Waits for something by its role and name. */
  async find(target: Target) {
    await this.#place(target)
  }

  /** What is written in a field or an editor. */
  async valueOf(target: Target) {
    await this.#place(target)
    return this.run(findInPage, target).then((place) => place?.value ?? '')
  }

  async resize(width: number, height: number) {
    await this.#driver.resize(width, height)
  }

  capture() {
    return this.#driver.capture()
  }

  problems() {
    return this.#driver.problems()
  }
}

const called = ({ role, name, pattern }: Target) => `${role} «${name ?? pattern}»`

const target = (role: Target['role']) => (name: string | RegExp) =>
  typeof name === 'string' ? { role, name } : { role, pattern: name.source }

export const button = target('button')
export const link = target('link')
export const textbox = target('textbox')
export const heading = target('heading')
export const checkbox = target('checkbox')
