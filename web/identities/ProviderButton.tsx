import { Button } from '@mantine/core'
import { useState } from 'react'
import { config } from '#web/app/config.ts'

/**
 * «Войти через …»: goes to the school's identity provider; nothing where there is none. `again` asks for the password
 * there again, and returns to this page; `wanted` is where it leads otherwise.
 */
export const ProviderButton = ({
  again = false,
  wanted,
  label = 'Войти через',
  onFailure,
}: {
  again?: boolean
  wanted?: string | undefined
  label?: string
  onFailure: (error: unknown) => void
}) => {
  const [busy, setBusy] = useState(false)
  if (config.provider === null) return null
  const go = async () => {
    setBusy(true)
    try {
      const { goToProvider, signInAnew } = await import('#web/identities/provider-sign-in.ts')
      await (again ? signInAnew() : goToProvider(wanted))
    } catch (error) {
      setBusy(false)
      onFailure(error)
    }
  }
  return (
    <Button size="lg" variant="default" loading={busy} onClick={() => void go()}>
      {label} {config.provider}
    </Button>
  )
}
