import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '#web/app/query-client.ts'
import { router } from '#web/app/router.tsx'
import { theme } from '#web/app/theme.ts'

/** The app with everything it stands in. Mantine's variables are in our sheets already. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <RouterProvider router={router} />
    </MantineProvider>
  </QueryClientProvider>
)
