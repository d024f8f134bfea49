import { Skeleton } from '@mantine/core'
import { Box, Row } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import classes from '#web/users/Profile.module.css'

/** The outline of a profile. */
export const ProfileSkeleton = () => (
  <>
    <Row gap={6} align="start" className={classes.head}>
      <Skeleton height={112} width={112} circle />
      <Box grow className={classes.text}>
        <Skeleton height={36} width="60%" mb={12} />
        <Skeleton height={18} width="40%" />
      </Box>
    </Row>
    <Box mt={7}>
      <SkeletonList cards count={4} height={200} />
    </Box>
  </>
)
