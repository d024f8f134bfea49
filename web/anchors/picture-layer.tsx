import { PictureRemarks } from '#web/anchors/PictureRemarks.tsx'
import { type RemarkPlaces, remarksOn } from '#web/anchors/remark-places.ts'
import type { PictureLayer } from '#web/files/LightBox.tsx'

/** The remarks over a picture that is shown large; none where there are none and none can be made. */
export const pictureLayer = (places: RemarkPlaces): PictureLayer | undefined =>
  places.onAdd || places.remarks.some(({ anchor }) => anchor?.kind === 'image')
    ? (file, place) => (
        <PictureRemarks
          fileId={file.id}
          place={place}
          marks={remarksOn(places.remarks, 'image', file.id)}
          places={places}
        />
      )
    : undefined
