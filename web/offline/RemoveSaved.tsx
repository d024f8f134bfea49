import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { reportError } from '#web/data/report-error.ts'
import { removeSaved } from '#web/offline/save-course.ts'
import { savedChanged } from '#web/offline/saved.queries.ts'

/** Removes a saved course from the device; on the site it stays as it is. */
export const RemoveSaved = ({ id, name }: { id: number; name: string }) => {
  const remove = useMutation({
    mutationFn: () => removeSaved(id),
    onSuccess: savedChanged,
    onError: (error) => reportError(error, 'Не удалось убрать'),
  })
  return (
    <Button
      variant="subtle"
      size="sm"
      loading={remove.isPending}
      aria-label={`Убрать с этого устройства: ${name}`}
      onClick={() => remove.mutate()}
    >
      Убрать
    </Button>
  )
}
