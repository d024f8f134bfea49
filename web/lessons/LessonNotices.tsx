import { Button } from '@mantine/core'
import { opensLater } from '#contract/lessons/lessons.policy.ts'
import { pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { reportError } from '#web/data/report-error.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { useUpdateLesson } from '#web/lessons/lessons.queries.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toasts.ts'

const PublishButton = ({ lesson, label }: { lesson: KeptLesson; label: string }) => {
  const update = useUpdateLesson(lesson.id)
  const before = { status: lesson.status.slug, publish_at: lesson.publish_at }
  // the button is gone by the time that undoing fails
  const undo = () => update.mutateAsync(before).catch((error) => reportError(error, 'Не удалось отменить'))
  const publish = async () => {
    try {
      // the moment at which it has opened before is the day of its column in the journal
      await update.mutateAsync({ status: 'published', ...(opensLater(lesson, new Date()) && { publish_at: null }) })
      toast({
        severity: 'success',
        summary: 'Урок опубликован',
        action: { label: 'Отменить', onClick: () => void undo() },
      })
    } catch (error) {
      reportError(error, 'Не удалось опубликовать урок')
    }
  }
  return (
    <Button size="sm" variant="default" loading={update.isPending} onClick={() => void publish()}>
      {label}
    </Button>
  )
}

/** Why students do not see the lesson, or may only read it. */
export const LessonNotices = ({ lesson, staff }: { lesson: KeptLesson; staff: boolean }) => {
  const { course, publish_at } = lesson
  if (course.status.slug === 'archived')
    return (
      <Notice icon="archive" tone="warn">
        {staff
          ? `Курс в архиве: ${called('студенты')} могут только читать уроки.`
          : 'Курс в архиве: урок можно читать, сдавать работы уже нельзя.'}
      </Notice>
    )
  if (!staff) return null
  if (lesson.status.slug === 'draft')
    return (
      <Notice icon="draft" tone="idle" action={<PublishButton lesson={lesson} label="Опубликовать" />}>
        Урок в черновиках: {called('студенты')} его не видят.
      </Notice>
    )
  if (publish_at && opensLater(lesson, new Date()))
    return (
      <Notice icon="clock" action={<PublishButton lesson={lesson} label="Открыть сейчас" />}>
        Урок откроется {called('студентам')} {formatMoment(publish_at)}.
      </Notice>
    )
  if (course.status.slug === 'draft')
    return (
      <Notice icon="draft" tone="idle">
        <Link to={pathTo('courses.show', { id: course.id })} style={{ textDecoration: 'underline' }}>
          Курс
        </Link>{' '}
        ещё не опубликован, поэтому {called('студенты')} не видят и этот урок.
      </Notice>
    )
  return null
}
