import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { describeError } from '#web/app/api-error.ts'
import { UserUnknown } from '#web/app/guard.ts'
import classes from '#web/app/screens.module.css'

/** Instead of a page that could not be entered or drawn. */
export const RouteError = ({ error }: { error: unknown }) => {
  const router = useRouter()
  useEffect(() => {
    if (!(error instanceof UserUnknown)) console.error(error)
  }, [error])
  const { title, detail } = describeError(error instanceof UserUnknown ? error.cause : error)
  return (
    <div className={classes.message} role="alert">
      <h1>{title}</h1>
      <p>{detail}</p>
      <Button onClick={() => router.invalidate()}>Повторить</Button>
    </div>
  )
}
