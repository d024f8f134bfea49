import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Highlight } from '#contract/notes/notes.schema.ts'
import { differencesOf } from '#web/drafts/draft-fields.ts'
import { createDraftSync, type DeviceCopy, type Failure, type ServerDraft } from '#web/drafts/draft-sync.ts'
import {
  findPlaces,
  type Note,
  noNote,
  noteFields,
  readNote,
  sameNote,
  withHighlight,
  withoutHighlight,
  withWords,
} from '#web/notes/note.ts'

const quotation = (quote: string, start: number, text = ''): Highlight => ({
  id: `${quote}-${start}`,
  start,
  quote,
  text,
})
const note = (text: string, ...highlights: Highlight[]): Note => ({ text, highlights })

describe('a note', () => {
  it('is the same when it says the same: spaces around, ids and spellings of letters do not count', () => {
    const own = note(' Ёлка\n', { ...quotation('шаг', 3), id: 'a' })
    expect(sameNote(own, note('Е\u0308лка', { ...quotation('шаг', 9), id: 'b' }))).toBe(true)
    expect(sameNote(own, note('Ёлка'))).toBe(false)
    expect(sameNote(own, note('Ёлка', quotation('шаг', 3, 'мой')))).toBe(false)
    expect(sameNote(note(' \n'), noNote)).toBe(true)
  })

  it('keeps its quotations in the order of the lesson', () => {
    const [early, late] = [quotation('шаг', 3), quotation('поле', 90)]
    const both = withHighlight(note('текст', late), early)
    expect(both).toEqual(note('текст', early, late))
    expect(withHighlight(both, early)).toEqual(both)
    expect(withoutHighlight(both, early.id)).toEqual(note('текст', late))
    expect(withWords(both, late.id, 'мой')).toEqual(note('текст', early, { ...late, text: 'мой' }))
  })

  it('finds its quotations where they are now, and leaves out those that are gone', () => {
    const quotations = [quotation('шаг', 0), quotation('поле', 0), quotation('нет такого', 0)]
    expect([...findPlaces('Начало. шаг и поле', quotations)]).toEqual([
      ['шаг-0', { start: 8, end: 11 }],
      ['поле-0', { start: 14, end: 18 }],
    ])
  })

  it('shows in which parts two versions differ', () => {
    const mine = note('Раз', quotation('шаг', 3, 'мой'), quotation('поле', 9))
    expect(differencesOf(noteFields, mine, note('Раз '))).toEqual([
      { label: 'Цитаты', rich: false, mine: '«шаг» — мой\n\n«поле»', theirs: '' },
    ])
    expect(differencesOf(noteFields, mine, note('Два', ...mine.highlights))).toMatchObject([{ label: 'Заметка' }])
  })

  it.each([
    ['nothing', null],
    ['another shape', { text: 'Раз' }],
    ['half a quotation', { text: 'Раз', highlights: [{ id: 'a', quote: 'шаг' }] }],
  ])('from the device is not read when it is %s', (_, kept) => expect(readNote(kept)).toBeUndefined())

  it('from the device is read as it was kept', () => {
    const own = note('Раз', quotation('шаг', 3, 'мой'))
    expect(readNote(JSON.parse(JSON.stringify(own)))).toEqual(own)
  })
})

describe('a note written in two places', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const server = (value: Note, revision: number): ServerDraft<Note> => ({ value, revision, saved_at: null })

  /** A server with a note, and a page that knows it as it was before. */
  const written = (theirs: Note, copy: DeviceCopy<Note> | null = null) => {
    const world = { server: server(noNote, 0), kept: null as DeviceCopy<Note> | null }
    const sync = createDraftSync(world.server, copy, {
      device: {
        write: async (kept) => {
          world.kept = kept
          return true
        },
        clear: () => {
          world.kept = null
        },
      },
      save: async (value, revision) => {
        if (revision !== world.server.revision) throw new Error('behind')
        world.server = server(value, revision + 1)
        return world.server
      },
      load: async () => world.server,
      judge: (error) => (error as Error).message as Failure,
      equal: sameNote,
      isNone: (value) => sameNote(value, noNote),
    })
    world.server = server(theirs, 1)
    return { world, sync }
  }
  const pause = () => vi.advanceTimersByTimeAsync(2000)

  it('keeps both versions until one is chosen', async () => {
    const [mine, theirs] = [note('С ноутбука', quotation('шаг', 3)), note('С телефона')]
    const { world, sync } = written(theirs)
    sync.change(mine)
    await pause()
    expect(sync.get()).toMatchObject({ phase: 'conflict', value: mine, theirs: { value: theirs } })
    expect(world.kept).toMatchObject({ value: mine })
    expect(sync.choose('mine')).toEqual({ other: theirs })
    await pause()
    expect(world.server).toMatchObject({ value: mine, revision: 2 })
    expect(world.kept).toBeNull()
  })

  it('takes the other one without a question when nothing is typed here, or the same', async () => {
    const theirs = note('С телефона', quotation('шаг', 3))
    const { sync } = written(theirs)
    sync.change(note('С телефона ', { ...quotation('шаг', 3), id: 'other' }))
    await pause()
    expect(sync.get()).toMatchObject({ phase: 'saved', theirs: null })
    const idle = written(theirs)
    idle.sync.meet(idle.world.server)
    expect(idle.sync.get()).toMatchObject({ phase: 'saved', value: theirs })
  })

  it('brings what was written without the network to the server, from another page too', async () => {
    const { world, sync } = written(noNote, { value: note('Без сети'), revision: 0 })
    world.server = server(noNote, 0)
    expect(sync.get()).toMatchObject({ phase: 'waiting', value: note('Без сети') })
    await pause()
    expect(world.server).toMatchObject({ value: note('Без сети'), revision: 1 })
  })
})
