import '#web/ui/input-styles.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CalendarEvent } from '#contract/calendar/calendar.schema.ts'
import { useAddEvent, useChangeEvent, useRemoveEvent } from '#web/calendar/calendar.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { changesOf } from '#web/forms/changes-of.ts'
import { useSave } from '#web/forms/use-save.ts'
import { confirm } from '#web/ui/confirm.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'
import { toast } from '#web/ui/toasts.ts'

/** A course that events may be added to. */
interface EventCourse {
  id: number
  name: string
  running?: boolean
}

const toBody = ({ title, at }: { title: string; at: string }) => ({ title, at: fromLocalInput(at) as string })

/** Adds an event to a course, or changes one. */
const EventDialog = ({
  event,
  courses,
  courseId,
  day,
  onClose,
}: {
  /** The event to change; null for a new one. */
  event: CalendarEvent | null
  courses: EventCourse[]
  /** Chosen beforehand; one that is running without it. */
  courseId: number | undefined
  /** The day of a new event. */
  day: string
  onClose: () => void
}) => {
  const place = { courseId: event?.course.id ?? 0, eventId: event?.event_id ?? 0 }
  const add = useAddEvent()
  const change = useChangeEvent(place)
  const remove = useRemoveEvent(place)
  const preset = courses.find(({ id, running }) => (courseId === undefined ? running : id === courseId))
  const form = useForm({
    initialValues: {
      course: String(event?.course.id ?? preset?.id ?? ''),
      title: event?.title ?? '',
      at: event ? toLocalInput(event.at) : `${day}T12:00`,
    },
    validate: {
      course: (course) => (course ? null : 'Выберите курс'),
      title: (title) => (title.trim() ? null : 'Назовите событие'),
      at: (at) => (fromLocalInput(at) ? null : 'Выберите день и время'),
    },
  })
  const save = useSave(form, async (values) => {
    const body = toBody(values)
    await (event
      ? change.mutateAsync(changesOf(body, toBody(form.getInitialValues())))
      : add.mutateAsync({ courseId: Number(values.course), body }))
    onClose()
    toast({ severity: 'success', summary: event ? 'Событие изменено' : 'Событие добавлено', detail: body.title })
  })
  const askAndRemove = async () => {
    if (!(await confirm({ title: 'Удалить событие?', text: event?.title, accept: 'Удалить', danger: true }))) return
    remove.mutate(undefined, {
      onSuccess: onClose,
      onError: (error) => reportError(error, 'Не удалось удалить событие'),
    })
  }
  return (
    <FormDialog
      title={event ? 'Событие курса' : 'Новое событие'}
      lead="Его увидят все, кто учится на курсе или ведёт его."
      action={event ? 'Сохранить' : 'Добавить'}
      busy={form.submitting || remove.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Что будет"
        placeholder="Например, созвон с редактором"
        maxLength={200}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <DateInput withTime label="Когда" {...form.getInputProps('at')} />
      {!event && (
        <NativeSelect
          label="Курс"
          data={[
            ...(preset ? [] : [{ value: '', label: 'Не выбран' }]),
            ...courses.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.getInputProps('course')}
        />
      )}
      {event && (
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void askAndRemove()}>
          Удалить событие
        </Button>
      )}
    </FormDialog>
  )
}

export default EventDialog
