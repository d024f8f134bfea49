import { expect, it } from 'vitest'
import { besidePin } from '#web/anchors/beside-pin.ts'

const stage = { width: 1000, height: 700 }

it('puts a form to the right of its pin, or to the left where there is no room', () => {
  expect(besidePin({ x: 200, y: 100 }, stage)).toEqual({ left: 226, top: 76 })
  expect(besidePin({ x: 800, y: 100 }, stage)).toEqual({ right: 226, top: 76 })
})

it('lets it grow upwards in the lower half, and never out of the stage', () => {
  expect(besidePin({ x: 200, y: 690 }, stage)).toEqual({ left: 226, bottom: 12 })
  expect(besidePin({ x: 200, y: 500 }, stage)).toEqual({ left: 226, bottom: 176 })
  expect(besidePin({ x: 200, y: 5 }, stage)).toEqual({ left: 226, top: 12 })
})

it('is below or above the pin where neither side has room', () => {
  const phone = { width: 375, height: 640 }
  expect(besidePin({ x: 100, y: 100 }, phone)).toEqual({ left: 12, top: 126 })
  expect(besidePin({ x: 300, y: 100 }, phone)).toEqual({ left: 43, top: 126 })
  expect(besidePin({ x: 300, y: 500 }, phone)).toEqual({ left: 43, bottom: 166 })
})
