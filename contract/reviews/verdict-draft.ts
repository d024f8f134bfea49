/** The key of the draft that a person's verdict on a task is kept in while it is written. */
export const verdictKey = (taskId: number) => `review:${taskId}`

/** Whether somebody has put text or points of their own into a verdict that is not sent yet. */
export const isTouched = ({
  comment,
  remark,
  score,
  remarks,
  criteria,
}: {
  comment: string
  /** The remark that is being typed. */
  remark: string
  score: number | string
  /** `before`: it was made with an earlier attempt. */
  remarks: { before?: boolean | undefined }[]
  criteria: unknown[]
}) =>
  comment.trim() !== '' ||
  remark.trim() !== '' ||
  score !== '' ||
  remarks.some(({ before }) => !before) ||
  criteria.length > 0
