// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { dialogs, draw, endDrawn, goBack, tryToClose } from '#web/app/drawn.fixture.ts'
import SuccessorDialog from '#web/users/SuccessorDialog.tsx'

const drawn = (busy: boolean) =>
  draw((close) => (
    <SuccessorDialog
      user={{ id: 1 }}
      detail="Курс останется без преподавателя."
      action="Передать"
      busy={busy}
      onChoose={() => {}}
      onClose={close}
    />
  ))

afterEach(endDrawn)

test('the question who takes over stays open while it is being done', async () => {
  await drawn(true)
  await tryToClose('Отменить')
  expect(dialogs()).toEqual(['Кто примет курсы?'])
})

test('the question who takes over is closed by «Back» alone', async () => {
  await drawn(false)
  await goBack()
  expect(dialogs()).toEqual([])
})
