import { Button } from '@mantine/core'
import { useState } from 'react'
import { lateDialog } from '#web/app/late.tsx'
import type { ReasonedMove } from '#web/reviews/verdict/ReasonDialog.tsx'

const ReasonDialog = lateDialog(() => import('#web/reviews/verdict/ReasonDialog.tsx'))

/** Asks for the reason, then makes the move. */
export const ReasonButton = (props: ReasonedMove) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" color="gray" leftSection={props.icon} onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      {open && <ReasonDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
