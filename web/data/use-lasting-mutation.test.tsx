// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { calendarApi } from '#contract/calendar/calendar.api.ts'
import { draw, endDrawn, messages, press, respond } from '#web/app/drawn.fixture.ts'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'

const Acts = ({ close }: { close: () => void }) => {
  const { mutate } = useAct(calendarApi.removeEvent, (id: number) => ({ params: { id: 3, event_id: id } }))
  const remove = (id: number) => mutate(id, { onError: (error) => reportError(error, `Событие ${id} не удалено`) })
  return (
    <>
      <button type="button" onClick={() => [7, 8].forEach(remove)}>
        Удалить
      </button>
      <button type="button" onClick={close}>
        Уйти
      </button>
    </>
  )
}

afterEach(endDrawn)

test('a failure is reported where several acts are under way, and on another page', async () => {
  await draw((close) => <Acts close={close} />)
  await press('Удалить')
  await respond('DELETE /api/courses/3/events/7', {}, 500)
  await press('Уйти')
  await respond('DELETE /api/courses/3/events/8', {}, 500)
  expect(messages()).toEqual(['Событие 7 не удалено', 'Событие 8 не удалено'])
})
