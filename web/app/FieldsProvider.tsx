import { MantineContext, MantineThemeProvider } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { theme } from '#web/app/theme.ts'

const change = () => {}

// `before-paint.js` follows the colours of the system, and nothing else changes them
const context: ComponentProps<typeof MantineContext>['value'] = {
  colorScheme: 'auto',
  setColorScheme: change,
  clearColorScheme: change,
  getRootElement: () => (typeof document === 'undefined' ? undefined : document.documentElement),
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
}

/**
 * What fields and buttons take their sizes from, in the browser and on the server. Mantine's own provider would also
 * bring the code that writes variables of colours, which are in our sheets already.
 */
export const FieldsProvider = ({ children }: { children: ReactNode }) => (
  <MantineContext value={context}>
    <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
  </MantineContext>
)
