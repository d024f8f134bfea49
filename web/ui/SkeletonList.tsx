import { Skeleton } from '@mantine/core'
import { Grid, Stack } from '#web/ui/layout.tsx'

/** The outline of a list that is loading: rows, or cards of a gallery. */
export const SkeletonList = ({
  count = 5,
  height = 72,
  cards = false,
  focused = false,
}: {
  count?: number
  height?: number
  cards?: boolean
  /** It takes the focus of a dialog until the form does: on the cross, the first space would close the dialog. */
  focused?: boolean
}) => {
  const places = Array.from({ length: count }, (_, index) => `outline ${index}`)
  const outlines = places.map((key) => <Skeleton key={key} height={height} radius="lg" />)
  return cards ? (
    <Grid least={16} fill gap={4} role="status" aria-label="Загрузка">
      {outlines}
    </Grid>
  ) : (
    <Stack gap={3} role="status" aria-label="Загрузка" {...(focused && { tabIndex: -1, 'data-autofocus': true })}>
      {outlines}
    </Stack>
  )
}
