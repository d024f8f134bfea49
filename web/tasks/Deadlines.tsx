import { Fragment, type ReactNode } from 'react'
import { closingText, type DeadlineText, dueText } from '#web/tasks/deadlines.ts'
import { Text } from '#web/ui/layout.tsx'
import { useNow } from '#web/ui/use-now.ts'

/** When a task is due and closes, and how much time is left; `open` while there is something to hand in. */
export const Deadlines = ({
  due,
  closes,
  open,
  extended = false,
}: {
  due: string | null
  closes: string | null
  open: boolean
  /** Whether only this task has more time. */
  extended?: boolean
}) => {
  const now = useNow()
  const lines = [due && dueText(due, now, open), closes && closingText(closes, now, open)].filter((line) => !!line)
  return (
    <>
      {lines.map((line) => (
        <Fragment key={line.text}>
          <Deadline {...line} />
        </Fragment>
      ))}
      {extended && lines.length > 0 && (
        <Text as="span" block size={2} tone="quiet" tight>
          Вам дали больше времени
        </Text>
      )}
    </>
  )
}

const Deadline = ({ text, note, state }: DeadlineText) => (
  <Text as="span" block size={2} tone="quiet" tight>
    {note === '' && state ? <Near>{text}</Near> : text}
    {note && (state ? <Near>, {note}</Near> : `, ${note}`)}
  </Text>
)

const Near = (props: { children: ReactNode }) => <Text as="span" tone="warn" weight="medium" {...props} />
