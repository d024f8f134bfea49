import { expect, test } from 'vitest'
import { DraftChange } from '#contract/tasks/tasks.schema.ts'
import { linkOf } from '#web/tasks/hand-in-link.ts'

const typed = [
  '',
  '  ',
  'example.com/work',
  ' https://figma.com/file/1?a=b#c ',
  'HTTP://пример.рф/макет',
  'http:',
  'https://',
  'htt ps',
  'ftp://example.com',
  'https://exa%6Dple.com/a b',
  'javascript:alert(1)',
  'localhost:3000',
  `https://example.com/${'a'.repeat(2000)}`,
]

test('a link is taken and spelled exactly as the server does', () => {
  for (const text of typed) {
    const parsed = DraftChange.safeParse({ content: '', revision: 0, link: text })
    expect([text, linkOf(text)]).toEqual([text, parsed.success ? parsed.data.link : null])
  }
})
