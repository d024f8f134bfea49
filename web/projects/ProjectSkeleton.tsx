import { Skeleton } from '@mantine/core'
import classes from '#web/projects/ProjectView.module.css'
import { Stack } from '#web/ui/layout.tsx'

/** The outline of a project's page. */
export const ProjectSkeleton = () => (
  <Stack gap={5} className={classes.project} role="status" aria-label="Загрузка">
    <Skeleton style={{ aspectRatio: '16 / 7' }} height="auto" radius="lg" />
    <Skeleton height={44} width="70%" />
    <Skeleton height={20} />
    <Skeleton height={20} width="85%" />
    <Skeleton height={200} />
  </Stack>
)
