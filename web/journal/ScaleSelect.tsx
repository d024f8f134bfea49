import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { type Scale, scaleNames, scales } from '#contract/journal/scales.ts'
import { useAct } from '#web/app/act.ts'
import { reportError } from '#web/app/report-error.ts'
import classes from '#web/journal/JournalBar.module.css'
import { toast } from '#web/ui/toasts.ts'

/** How the marks of a course are shown. A change loses nothing: they are kept as points. */
export const ScaleSelect = ({ courseId, scale }: { courseId: number; scale: Scale }) => {
  const change = useAct(coursesApi.update, (scale: Scale) => ({ params: { id: courseId }, body: { scale } }), {
    onSuccess: (_, scale) =>
      toast({
        severity: 'success',
        summary: `Шкала: ${scaleNames[scale].toLowerCase()}`,
        detail: 'Сами баллы остались прежними, шкалу можно вернуть',
        key: 'scale',
      }),
    onError: (error) => reportError(error, 'Шкала не изменена'),
  })
  return (
    <NativeSelect
      aria-label="Шкала оценок"
      className={classes.kind}
      value={change.isPending ? change.variables : scale}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.value as Scale)}
      data={scales.map((value) => ({ value, label: scaleNames[value] }))}
    />
  )
}
