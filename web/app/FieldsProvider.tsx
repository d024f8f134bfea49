import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from '#web/app/theme.ts'

/** What fields and buttons take their sizes from, in the browser and on the server. Mantine's variables are in our sheets already. */
export const FieldsProvider = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    {children}
  </MantineProvider>
)
