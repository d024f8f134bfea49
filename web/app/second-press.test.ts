// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { stopSecondPress } from '#web/app/second-press.ts'

beforeAll(stopSecondPress)
beforeEach(() => {
  document.body.replaceChildren()
  acted.length = 0
})

/** The elements that a click has reached. */
const acted: Element[] = []

const add = <Name extends 'button' | 'input' | 'label' | 'p'>(name: Name) => {
  const element = document.body.appendChild(document.createElement(name))
  element.addEventListener('click', () => acted.push(element))
  return element
}

/** Presses what is at a place, as a browser does: `detail` counts the presses that follow each other fast. */
const press = (element: Element, detail: number, x = 100) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX: x, clientY: 100 })
  element.dispatchEvent(event)
  return event
}

it('a second press does not reach the control that is in the place of the first one', () => {
  const [first, next] = [add('button'), add('button')]
  press(first, 1)
  first.remove()
  expect(press(next, 2).defaultPrevented).toBe(true)
  expect(acted).toEqual([first])
})

it('a second press does not reach what is under a control that has gone', () => {
  const [first, ground] = [add('button'), add('p')]
  press(first, 1)
  first.remove()
  press(ground, 2)
  expect(acted).toEqual([first])
})

it('a third press acts', () => {
  const [first, next] = [add('button'), add('button')]
  press(first, 1)
  press(next, 2)
  press(next, 3)
  expect(acted).toEqual([first, next])
})

it('the same control is pressed as often as somebody likes', () => {
  const button = add('button')
  for (const detail of [1, 2, 3, 4]) press(button, detail)
  expect(acted).toHaveLength(4)
})

it('a press by a key acts at once', () => {
  const [first, next] = [add('button'), add('button')]
  press(first, 1)
  press(next, 0)
  expect(acted).toEqual([first, next])
})

it('a later press acts on what is there', () => {
  const [first, next] = [add('button'), add('button')]
  press(first, 1)
  press(next, 1)
  expect(acted).toEqual([first, next])
})

it('two controls beside each other can be pressed fast', () => {
  const [first, next] = [add('button'), add('button')]
  press(first, 1)
  press(next, 2, 140)
  expect(acted).toEqual([first, next])
})

it('a button that comes where there was none can be pressed at once', () => {
  const [text, button] = [add('p'), add('button')]
  press(text, 1)
  press(button, 2)
  expect(acted).toEqual([text, button])
})

it('a label and its field are one control', () => {
  const [label, field] = [add('label'), add('input')]
  field.id = 'field'
  label.htmlFor = 'field'
  // the browser sends the second of each pair
  for (const detail of [1, 2, 3]) {
    expect(press(label, detail).defaultPrevented).toBe(false)
    expect(press(field, detail).defaultPrevented).toBe(false)
  }
})
