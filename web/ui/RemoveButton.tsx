import { Button } from '@mantine/core'
import { reportError } from '#web/data/report-error.ts'
import { confirm, type Question } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toasts.ts'

/** The mutation that removes by id. */
interface Removal {
  isPending: boolean
  mutateAsync: (id: number) => Promise<unknown>
}

/** The button of a line in a list that asks, then removes what the line is about. */
export const RemoveButton = ({
  id,
  label,
  word = 'Удалить',
  question,
  removal,
  done,
  failed,
}: {
  id: number
  /** For screen readers: also says of what. */
  label: string
  word?: string
  question: Pick<Question, 'title' | 'text'>
  removal: Removal
  /** What is said once it is gone, and when that fails. */
  done: string
  failed: string
}) => {
  const ask = async () => {
    if (!(await confirm({ ...question, accept: word, danger: true }))) return
    // the line is gone by then, and the page may be
    removal.mutateAsync(id).then(
      () => toast({ severity: 'success', summary: done }),
      (error) => reportError(error, failed),
    )
  }
  return (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      loading={removal.isPending}
      aria-label={label}
      onClick={() => void ask()}
    >
      {word}
    </Button>
  )
}
