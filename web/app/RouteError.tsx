import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { UserUnknown } from '#web/app/guard.ts'
import { OfflineHint } from '#web/app/OfflineHint.tsx'
import classes from '#web/app/screens.module.css'
import { describeError } from '#web/data/api-error.ts'
import { continuesText, isAway, whenBack } from '#web/data/away.ts'

/** Instead of a page that could not be entered or drawn. */
export const RouteError = ({ error }: { error: unknown }) => {
  const router = useRouter()
  useEffect(() => {
    if (!(error instanceof UserUnknown)) console.error(error)
  }, [error])
  const cause = error instanceof UserUnknown ? error.cause : error
  useEffect(() => whenBack(cause, () => void router.invalidate()), [cause, router])
  const { title, detail } = describeError(cause)
  return (
    <div className={classes.message} role="alert">
      <h1>{title}</h1>
      <p>{detail}</p>
      {isAway(cause) && <p>{continuesText}</p>}
      <OfflineHint error={cause} />
      <Button onClick={() => router.invalidate()}>Повторить</Button>
    </div>
  )
}
