import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { lateDialog } from '#web/app/late.tsx'

const ImportDialog = lateDialog<{ onClose: () => void }>(() => import('#web/imports/ImportDialog.tsx'))

/** Makes a course of a file. */
export const ImportButton = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Импортировать
      </Button>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}
