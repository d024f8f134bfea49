import { describe, expect, it, test } from 'vitest'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { endTowards, findBeside, hasBeside, rowBeside, tasksAfter } from '#web/reviews/queue/queue-order.ts'
import { aTask } from '#web/tasks/task.fixture.ts'

const moment = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
/** A task that was handed in on this day of January. */
const rowOf = (day: number) =>
  ({ ...aTask('submitted'), id: day * 10, submitted_at: moment(day) }) as unknown as TaskRow
/** Pages of the tasks of these days. */
const pagesOf = (...days: number[][]) =>
  days.map((page, index) => ({ tasks: page.map(rowOf), page: index + 1, pages: days.length }))

const first = pagesOf([2, 4, 6])[0]

describe('the row beside a task', () => {
  it('is its neighbour where the list has it', () => {
    expect(rowBeside(first, { id: 40, at: null }, 1)?.id).toBe(60)
    expect(rowBeside(first, { id: 40, at: null }, -1)?.id).toBe(20)
    expect(rowBeside(first, { id: 60, at: null }, 1)).toBeUndefined()
  })

  it('is the one before or after its hand-in where the list does not have it', () => {
    expect(rowBeside(first, { id: 1, at: moment(5) }, 1)?.id).toBe(60)
    expect(rowBeside(first, { id: 1, at: moment(5) }, -1)?.id).toBe(40)
    expect(rowBeside(first, { id: 1, at: moment(1) }, -1)).toBeUndefined()
    expect(rowBeside(first, { id: 1, at: moment(9) }, 1)).toBeUndefined()
    // handed in at once: the list goes by ids
    expect(rowBeside(first, { id: 39, at: moment(4) }, 1)?.id).toBe(40)
  })

  it('is the first one while nothing is open, or nobody knows where it would be', () => {
    expect(rowBeside(first, null, 1)?.id).toBe(20)
    expect(rowBeside(first, { id: 1, at: null }, 1)?.id).toBe(20)
  })

  it('is looked for on other pages where the task would be on one', async () => {
    const pages = pagesOf([2, 4], [6, 8], [10, 12], [14, 16], [18, 20])
    const beside = async (page: number, at: number, step: 1 | -1) => {
      const asked = new Set<number>()
      const load = async (number: number) => {
        asked.add(number)
        return pages[number - 1] as (typeof pages)[number]
      }
      const found = await findBeside(await load(page), { id: 1, at: moment(at) }, step, undefined, load)
      expect(asked.size).toBeLessThan(5)
      return found && [found.row.id, found.page]
    }
    expect(rowBeside(pages[0], { id: 1, at: moment(15) }, -1)).toBeUndefined()
    expect(await beside(1, 15, 1)).toEqual([160, 4])
    expect(await beside(1, 15, -1)).toEqual([140, 4])
    expect(await beside(1, 13, -1)).toEqual([120, 3])
    expect(await beside(4, 5, 1)).toEqual([60, 2])
    expect(await beside(4, 5, -1)).toEqual([40, 1])
    expect(await beside(1, 21, 1)).toBeUndefined()
    expect(await beside(1, 21, -1)).toEqual([200, 5])
    expect(await beside(3, 1, -1)).toBeUndefined()
  })

  it('is on the next page where this one ends', async () => {
    const pages = pagesOf([2, 4], [6, 8])
    const load = async (number: number) => pages[number - 1] as (typeof pages)[number]
    const [one, two] = [await load(1), await load(2)]
    expect(await findBeside(one, { id: 40, at: moment(4) }, 1, undefined, load)).toMatchObject({
      row: { id: 60 },
      page: 2,
    })
    expect(await findBeside(two, { id: 60, at: null }, -1, undefined, load)).toMatchObject({ row: { id: 40 }, page: 1 })
    expect(await findBeside(two, { id: 80, at: moment(8) }, 1, undefined, load)).toBeUndefined()
  })
})

test('the queue ends where its last page towards the open task has no row beside that', () => {
  const pages = pagesOf([2, 4], [6, 8], [10, 12])
  const ends = (page: number, at: number) => {
    const open = { id: 1, at: moment(at) }
    const end = endTowards(pages[page - 1] as (typeof pages)[number], open)
    return end && [end.by, end.page, !hasBeside(pages[end.page - 1]?.tasks ?? [], open, end.by)]
  }
  expect(ends(1, 3)).toBeNull()
  expect(ends(1, 7)).toEqual([1, 3, false])
  expect(ends(1, 11)).toEqual([1, 3, false])
  expect(ends(1, 13)).toEqual([1, 3, true])
  expect(ends(3, 7)).toEqual([-1, 1, false])
  expect(ends(3, 1)).toEqual([-1, 1, true])
})

test('the tasks after one that the list does not have begin where it would be', () => {
  const after = (open: Parameters<typeof tasksAfter>[1]) =>
    tasksAfter(first?.tasks ?? [], open, 5, new Set()).map(({ id }) => id)
  expect(after({ id: 1, at: moment(3) })).toEqual([40, 60, 20])
  expect(after({ id: 40, at: moment(4) })).toEqual([60, 20])
  expect(after({ id: 1, at: null })).toEqual([20, 40, 60])
  expect(after(null)).toEqual([20, 40, 60])
})
