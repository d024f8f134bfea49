import { Row, Text } from '#web/ui/layout.tsx'
import classes from '#web/ui/ProgressBar.module.css'

/** How much of a whole is done, as a bar and as text: «7 из 14». */
export const ProgressBar = ({
  done,
  total,
  label,
  text = `${done} из ${total}`,
}: {
  done: number
  total: number
  label: string
  /** What is written beside the bar. */
  text?: string
}) => (
  <Row gap={3}>
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${done} из ${total}`}
    >
      <i style={{ width: `${total ? (done / total) * 100 : 0}%` }} data-full={done === total || undefined} />
    </div>
    <Text as="span" size={2} tone="quiet" fixed aria-hidden="true">
      {text}
    </Text>
  </Row>
)
