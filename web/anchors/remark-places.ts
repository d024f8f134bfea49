import type { NewRemark, PlacedRemark } from '#web/anchors/placed-remarks.ts'

/** What the viewers of an attempt know of remarks: which there are, which one to show, and what may be done. */
export interface RemarkPlaces {
  remarks: readonly PlacedRemark[]
  /** The remark whose place is to be brought into sight; each asking has a `turn` of its own. */
  shown: { key: string; turn: number } | null
  /** Somebody has clicked a place: its line in the list is to be shown. */
  onShow?: ((key: string) => void) | undefined
  /** Takes a new remark in; without it remarks can only be read. */
  onAdd?: ((remark: NewRemark) => void) | undefined
  /** Names the attempt among what the device keeps of unfinished remarks. */
  draftKey?: string | undefined
}

/** Remarks with a place on a file. */
export const remarksOn = <K extends 'image' | 'pdf' | 'video'>(
  remarks: readonly PlacedRemark[],
  kind: K,
  fileId: string,
) =>
  remarks.flatMap((remark) => {
    const { anchor } = remark
    return anchor?.kind === kind && anchor.file_id === fileId
      ? [{ remark, anchor: anchor as Extract<typeof anchor, { kind: K }> }]
      : []
  })
