import { IconLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import { AnchoredText } from '#web/anchors/AnchoredText.tsx'
import { AttemptFiles } from '#web/anchors/AttemptFiles.tsx'
import type { NewRemark, PlacedRemark } from '#web/anchors/placed-remarks.ts'
import type { RemarkPlaces } from '#web/anchors/remark-places.ts'
import { IconLine } from '#web/ui/IconLine.tsx'

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
  draftKey,
}: {
  attempt: Pick<Attempt, 'content' | 'files' | 'link'>
  remarks?: readonly PlacedRemark[]
  shown?: RemarkPlaces['shown']
  onShow?: ((key: string) => void) | undefined
  onAdd?: ((remark: NewRemark) => void) | undefined
  draftKey?: string | undefined
}) => {
  const places = useMemo(() => ({ remarks, shown, onShow, onAdd, draftKey }), [remarks, shown, onShow, onAdd, draftKey])
  return (
    <>
      <AnchoredText html={content} size="work" places={places} />
      {link && (
        <IconLine icon={IconLink} iconTone="quiet" links="underlined" mt={4} mb={4}>
          <a href={link} target="_blank" rel="noreferrer nofollow">
            {link}
          </a>
        </IconLine>
      )}
      <AttemptFiles files={files} places={places} />
    </>
  )
}
