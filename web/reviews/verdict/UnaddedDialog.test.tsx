// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import UnaddedDialog from '#web/reviews/verdict/UnaddedDialog.tsx'

// what is drawn apart from the page is no markup of it
vi.mock('#web/ui/Modal.tsx', () => ({
  Modal: ({ title, children }: { title: string; children: ReactNode }) => [title, children],
}))

const nothing = () => {}
const drawn = (texts: string[]) =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <UnaddedDialog
        about="remark"
        texts={texts}
        leaving="returned"
        onAdd={nothing}
        onWithout={nothing}
        onClose={nothing}
      />
    </MantineProvider>,
  )

test('the question agrees with the number of remarks', () => {
  const one = drawn(['Поля'])
  for (const part of ['Добавить замечание?', 'его не увидит', 'Вернуть без него']) expect(one).toContain(part)
  const two = drawn(['Поля', 'Сетка'])
  for (const part of ['Добавить замечания?', 'их не увидит', 'Вернуть без них']) expect(two).toContain(part)
})
