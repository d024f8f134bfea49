import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { FieldsProvider } from '#web/app/FieldsProvider.tsx'
import { router } from '#web/app/router.tsx'
import { queryClient } from '#web/data/query-client.ts'

/** The app with all providers around it. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <FieldsProvider>
      <RouterProvider router={router} />
    </FieldsProvider>
  </QueryClientProvider>
)
