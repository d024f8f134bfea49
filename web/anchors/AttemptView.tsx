import { IconLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { AnchoredText } from '#web/anchors/AnchoredText.tsx'
import { AttemptFiles } from '#web/anchors/AttemptFiles.tsx'
import type { NewRemark, PlacedRemark } from '#web/anchors/placed-remarks.ts'
import type { RemarkPlaces } from '#web/anchors/remark-places.ts'
import { Row, Text } from '#web/ui/layout.tsx'

const noRemarks: readonly PlacedRemark[] = []

/**
 * What was handed in: text, link and files, with the remarks at their places. `shown` scrolls to one of them; `onShow`
 * is called with the one that was clicked, `onAdd` with a new one.
 */
export const AttemptView = ({
  attempt: { content, files, link },
  remarks = noRemarks,
  shown = null,
  onShow,
  onAdd,
}: {
  attempt: Pick<Attempt, 'content' | 'files' | 'link'>
  remarks?: readonly PlacedRemark[]
  shown?: RemarkPlaces['shown']
  onShow?: ((key: string) => void) | undefined
  onAdd?: ((remark: NewRemark) => void) | undefined
}) => {
  const places = useMemo(() => ({ remarks, shown, onShow, onAdd }), [remarks, shown, onShow, onAdd])
  return (
    <>
      <AnchoredText html={content} size="work" places={places} />
      {link && (
        <Row links="underlined" as="p" gap={2} align="stretch" mt={4} mb={4} anywhere>
          <Text as="span" mt={0.5} tone="quiet">
            <IconLink size={18} stroke={1.75} aria-hidden="true" />
          </Text>
          <a href={link} target="_blank" rel="noreferrer nofollow">
            {link}
          </a>
        </Row>
      )}
      <AttemptFiles files={files} places={places} />
    </>
  )
}
