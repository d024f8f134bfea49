// @vitest-environment happy-dom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { threadMs } from '#web/app/thread-time.fixture.ts'
import { compareFiles } from '#web/compare/compare-files.ts'
import { type BlockChange, compareTexts, diffBlocks, foldSame } from '#web/compare/compare-texts.ts'
import { compareWords } from '#web/compare/compare-words.ts'

/** Changes as one line reads them: [-gone-]{+new+}. */
const drawn = (words: BlockChange['words']) =>
  words
    .map(({ change, text }) => (change === 'same' ? text : change === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('')
const compared = (before: string, after: string) =>
  compareTexts(before, after).map(({ change, kind, words }) => [change, kind, drawn(words)])

describe('words', () => {
  it.each([
    ['Заголовки стоят по центру.', 'Заголовки стоят слева.', 'Заголовки стоят [-по центру-]{+слева+}.'],
    ['шаг 8 px', 'шаг 12 px', 'шаг [-8-]{+12+} px'],
    ['', 'Новое', '{+Новое+}'],
    ['Старое', '', '[-Старое-]'],
    ['Одно и то же', 'Одно и то же', 'Одно и то же'],
    ['ёлка, сосна', 'ёлка; сосна', 'ёлка[-,-]{+;+} сосна'],
  ])('%j → %j', (before, after, line) => expect(drawn(compareWords(before, after))).toBe(line))

  it('make up both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('сетка', 'поля', ' ', '  ', ', ', 'ё', '8', '\n', '😀'), { maxLength: 20 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')]
        const words = compareWords(before, after)
        const of = (left: string) => words.filter(({ change }) => change !== left).map((part) => part.text)
        expect(of('added').join('')).toBe(before)
        expect(of('removed').join('')).toBe(after)
      }),
      { numRuns: 500 },
    )
  })
})

describe('texts', () => {
  it('are compared paragraph by paragraph', () =>
    expect(
      compared(
        '<p>Раз</p><p>Сетка из 12 колонок</p><p>Прощайте все</p>',
        '<p>Раз</p><p>Сетка из <b>16</b> колонок</p>',
      ),
    ).toEqual([
      ['same', 'paragraph', 'Раз'],
      ['changed', 'paragraph', 'Сетка из [-12-]{+16+} колонок'],
      ['removed', 'paragraph', '[-Прощайте все-]'],
    ]))

  it('find an inserted list item, even though later numbers change', () =>
    expect(
      compared(
        '<ol><li><p>а б</p></li><li><p>в г</p></li></ol>',
        '<ol><li><p>новый</p></li><li><p>а б</p></li><li><p>в г</p></li></ol>',
      ),
    ).toEqual([
      ['added', 'item', '{+новый+}'],
      ['same', 'item', 'а б'],
      ['same', 'item', 'в г'],
    ]))

  it('see a tick', () =>
    expect(
      compared(
        '<ul data-type="taskList"><li data-checked="false"><p>дело раз</p></li></ul>',
        '<ul data-type="taskList"><li data-checked="true"><p>дело раз</p></li></ul>',
      ),
    ).toEqual([['changed', 'item', '[-☐ -]дело раз']]))

  it('have tables that are compared row by row', () =>
    expect(
      compared(
        '<table><tbody><tr><th><p>Имя</p></th><th><p>Вес</p></th></tr><tr><td><p>Сетка</p></td><td><p>10</p></td></tr></tbody></table>',
        '<table><tbody><tr><th><p>Имя</p></th><th><p>Вес</p></th></tr><tr><td><p>Сетка</p></td><td><p>12</p></td></tr></tbody></table>',
      ),
    ).toEqual([
      ['same', 'row', 'Имя │ Вес'],
      ['changed', 'row', 'Сетка │ [-10-]{+12+}'],
    ]))

  it('have code that is compared with its lines', () =>
    expect(
      compared(
        '<pre><code class="language-js">const a = 1\nconst b = 2</code></pre>',
        '<pre><code class="language-js">const a = 1\n  const c = 2</code></pre>',
      ),
    ).toEqual([['changed', 'code', 'const a = 1[-\n-]{+\n  +}const [-b-]{+c+} = 2']]))

  it('have formulas that are compared by their source', () =>
    expect(
      compared(
        '<p>При <span data-type="inline-math" data-latex="x^2"></span> верно всё</p><div data-type="block-math" data-latex="a+b"></div>',
        '<p>При <span data-type="inline-math" data-latex="x^3"></span> верно всё</p><div data-type="block-math" data-latex="a+b"></div>',
      ),
    ).toEqual([
      ['changed', 'paragraph', 'При x^[-2-]{+3+} верно всё'],
      ['same', 'formula', 'a+b'],
    ]))

  it('distinguish another picture with the same text, but not the same one with another signature', () => {
    const picture = (id: string, query = '') => `<img src="/files/${id.repeat(32)}${query}" alt="Эскиз">`
    expect(compared(picture('a'), picture('b')).map(([change]) => change)).toEqual(['removed', 'added'])
    expect(compared(picture('a', '?expires=1'), picture('a', '?expires=2'))).toEqual([['same', 'picture', 'Эскиз']])
  })

  it('see another address of a link, which they show then', () => {
    const text = (href: string, words = 'Мой') =>
      `<p>${words} <a href="${href}">макет</a> и <a href="https://a.example/">сетка</a></p>`
    expect(compared(text('https://a.example/1'), text('https://a.example/2'))).toEqual([
      ['changed', 'paragraph', 'Мой макет (https://a.example/[-1-]{+2+}) и сетка (https://a.example/)'],
    ])
    expect(compared(text('/lessons/1'), text('/lessons/1', 'Наш'))).toEqual([
      ['changed', 'paragraph', '[-Мой-]{+Наш+} макет и сетка'],
    ])
    const file = (query: string) => text(`/files/${'a'.repeat(32)}?expires=${query}`)
    expect(compared(file('1'), file('2')).map(([change]) => change)).toEqual(['same'])
    expect(
      compared('<ul><li>где <a href="/a">это</a></li></ul>', '<ul><li>где <a href="/b">это</a></li></ul>'),
    ).toEqual([['changed', 'item', 'где это (/[-a-]{+b+})']])
  })

  it('see another picture within a table or a line, and other captions of a film', () => {
    const img = (id: string) => `<img src="/files/${id.repeat(32)}" alt="Эскиз">`
    const table = (id: string) => `<table><tbody><tr><td><p>Вид</p></td><td>${img(id)}</td></tr></tbody></table>`
    for (const text of [table, (id: string) => `<p>Вид │ ${img(id)}</p>`])
      expect(compared(text('a'), text('b')).map(([change, kind]) => [change, kind])).toEqual([
        ['same', expect.stringMatching(/row|paragraph/)],
        ['removed', 'picture'],
        ['added', 'picture'],
      ])
    const film = (id: string) => `<video src="/files/${'a'.repeat(32)}"><track src="/files/${id.repeat(32)}"></video>`
    expect(compared(film('b'), film('c')).map(([change]) => change)).toEqual(['removed', 'added'])
  })

  it.each([
    ['', '', []],
    ['<p></p>', '', []],
    ['', '<p>Новый текст</p>', [['added', 'paragraph', '{+Новый текст+}']]],
    ['<h2>План</h2>', '', [['removed', 'heading', '[-План-]']]],
    ['слова без абзаца', '<p>слова без абзаца</p>', [['same', 'paragraph', 'слова без абзаца']]],
  ])('%j → %j', (before, after, changes) => expect(compared(before, after)).toEqual(changes))

  it('are compared quickly even when long texts have nothing in common', () => {
    const long = (word: string) => Array.from({ length: 400 }, (_, index) => `<p>${word}${index} ${word}</p>`).join('')
    const tookMs = threadMs(() => {
      expect(compareTexts(long('а'), long('б')).length).toBe(800)
    })
    expect(tookMs).toBeLessThan(5000)
  })

  it('of thousands of lines keep nobody waiting', () => {
    const lines = (word: string) =>
      Array.from({ length: 12_000 }, (_, index) => ({
        block: { kind: 'paragraph' as const, text: '' },
        key: `${word}${index}`,
      }))
    const tookMs = threadMs(() => {
      expect(diffBlocks(lines('а'), lines('б')).map(({ value }) => value.length)).toEqual([12_000, 12_000])
    })
    expect(tookMs).toBeLessThan(5000)
  })

  it('fold unchanged blocks, except those beside a change', () => {
    const lines = (words: string[]) => words.map((word) => `<p>${word}</p>`).join('')
    const same = ['а', 'б', 'в', 'г', 'д']
    const shown = foldSame(compareTexts(lines(same), lines([...same, 'новое'])))
    expect(shown.map((part) => ('folded' in part ? part.folded.length : drawn(part.block.words)))).toEqual([
      4,
      'д',
      '{+новое+}',
    ])
  })
})

const file = (name: string, sha256?: string, id = `${name}${sha256}`): StoredFile => ({
  id,
  name,
  type: 'text/plain',
  size: 1,
  url: '',
  ...(sha256 ? { sha256 } : {}),
})

describe('files', () => {
  it('are added, changed, renamed, removed or the same', () => {
    const before = [file('а.txt', '1'), file('б.txt', '2'), file('в.txt', '3'), file('г.txt', '4')]
    const after = [file('а.txt', '1', 'again'), file('б.txt', '22'), file('новое имя.txt', '3'), file('д.txt', '5')]
    expect(
      compareFiles(before, after).map((change) => [change.change, change.before?.name, change.after?.name]),
    ).toEqual([
      ['same', 'а.txt', 'а.txt'],
      ['changed', 'б.txt', 'б.txt'],
      ['renamed', 'в.txt', 'новое имя.txt'],
      ['added', undefined, 'д.txt'],
      ['removed', 'г.txt', undefined],
    ])
  })

  it('without hashes are the same only when they are one file', () => {
    expect(compareFiles([file('а.txt', undefined, '1')], [file('а.txt', undefined, '1')])[0]?.change).toBe('same')
    expect(compareFiles([file('а.txt', undefined, '1')], [file('а.txt', undefined, '2')])[0]?.change).toBe('changed')
  })

  it('with the same name are told apart', () => {
    const changes = compareFiles([file('а', '1'), file('а', '2')], [file('а', '2'), file('а', '3')])
    expect(changes.map(({ change, before }) => [change, before?.sha256])).toEqual([
      ['same', '2'],
      ['changed', '1'],
    ])
  })
})
