import '#web/app/base.css'
import '#web/app/mantine-styles.ts'
import '#web/app/tokens.css'
import '#web/comfort/comfort.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/App.tsx'
import { watchAssets } from '#web/app/assets-watcher.ts'
import { followPlainLinks } from '#web/app/follow-plain-links.ts'
import { followReader, KeptPlace } from '#web/app/KeptPlace.tsx'
import { watchStyles } from '#web/app/lost-styles.ts'
import { router } from '#web/app/router.tsx'
import { onTokenChange } from '#web/auth/token.ts'
import { startLive } from '#web/live/start-live.ts'
import { resumeUploads } from '#web/uploads/resume-uploads.ts'

history.scrollRestoration = 'manual'
followReader()
watchStyles()
watchAssets()
followPlainLinks(router)
resumeUploads()
startLive()
// somebody signed in or out in another tab: load the user again, and see whether this page is still for them
onTokenChange(() => void router.invalidate())

// the static spinner, or the page that the server has drawn, stands until the first page is ready
// in small steps, between which the page answers
router.load().then(() => {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  startTransition(() =>
    root.render(
      <KeptPlace>
        <App />
      </KeptPlace>,
    ),
  )
})
