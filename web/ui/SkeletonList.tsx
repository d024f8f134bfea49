import { Skeleton } from '@mantine/core'
import classes from '#web/ui/states.module.css'

/** The outline of a list that is loading: rows, or cards of a gallery. */
export const SkeletonList = ({
  count = 5,
  height = 72,
  cards = false,
}: {
  count?: number
  height?: number
  cards?: boolean
}) => (
  <div className={cards ? classes.cards : classes.rows} role="status" aria-label="Загрузка">
    {Array.from({ length: count }, (_, index) => `outline ${index}`).map((key) => (
      <Skeleton key={key} height={height} radius="lg" />
    ))}
  </div>
)
