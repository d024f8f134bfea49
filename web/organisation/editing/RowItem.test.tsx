// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { may, type OrganisationBlock, table } from '#contract/organisation/registry/registry.types.ts'
import { draw, endDrawn, messages, press, settle } from '#web/app/drawn.fixture.ts'
import { type RowActs, RowItem } from '#web/organisation/editing/RowItem.tsx'

beforeEach(() => localStorage.clear())
afterEach(endDrawn)

const block: OrganisationBlock = table('units', 'Подразделения', [
  may.link('site', 'Сайт'),
  may.file('rules', 'Положение'),
])

// the same for as long as nothing is saved
const content = { id: 'a', values: {} }

const open = async () => {
  await draw(
    () => (
      <ul>
        <RowItem
          name="a"
          place="2:units:a"
          block={block}
          content={content}
          platform={null}
          documents={new Map()}
          first
          last
          begun={false}
          dragged={false}
          errors={undefined}
          acts={{} as RowActs}
        />
      </ul>
    ),
    { 'GET /api/organisation/documents': { documents: [] } },
  )
  await expect.poll(() => document.querySelector('[aria-expanded]')).toBeTruthy()
}
const toggle = () => settle(() => document.querySelector<HTMLElement>('[aria-expanded]')?.click())
const addresses = () => [...document.querySelectorAll<HTMLInputElement>('input[type=url]')].map(({ value }) => value)
const typeAddress = (text: string) =>
  settle(() => {
    const field = document.querySelector<HTMLInputElement>('input[type=url]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('a row with a half typed link stays open, so that the page is not published without it', async () => {
  await open()
  await toggle()
  await press('Добавить ссылку: Сайт')
  await typeAddress('school.ru')
  await toggle()
  expect(addresses()).toEqual(['school.ru'])
  expect(document.activeElement?.getAttribute('type')).toBe('url')
  expect(messages()).toEqual(['Есть начатая ссылка'])

  await endDrawn()
  await open()
  expect(addresses()).toEqual(['school.ru'])
  await press('Отменить')
  await toggle()
  expect(document.querySelector('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('false')
  await endDrawn()
  await open()
  expect(document.querySelector('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('false')
})
