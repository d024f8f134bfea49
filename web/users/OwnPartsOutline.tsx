import { Box } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** The outline of what is still to come under the user's own profile. */
export const OwnPartsOutline = () => (
  <Box mt={7}>
    <SkeletonList height={160} />
  </Box>
)
