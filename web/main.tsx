import '#web/app/base.css'
import '#web/app/mantine-styles.ts'
import '#web/app/no-eval.ts'
import '#web/app/tokens.css'
import '#web/comfort/comfort.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/App.tsx'
import { watchAssets } from '#web/app/assets-watcher.ts'
import { followLinks } from '#web/app/follow-links.ts'
import { holdFocus } from '#web/app/hold-focus.ts'
import { watchStyles } from '#web/app/lost-styles.ts'
import { router } from '#web/app/router.tsx'
import { stopSecondPress } from '#web/app/second-press.ts'
import { endForgotten } from '#web/auth/forgotten-sessions.ts'
import { onTokenChange, readToken } from '#web/auth/token.ts'
import { dropEarly } from '#web/data/early-calls.ts'
import { startLive } from '#web/live/start-live.ts'
import { startOffline } from '#web/offline/start-offline.ts'
import { resumeKept } from '#web/outbox/resume-kept.ts'

/** Whether the reader sees a page that the server has drawn; it is the guests' where signed-in users have another. */
const isDrawn = document.querySelector('[data-guests]') ? !readToken() : !document.querySelector('.boot-spinner')

// only on a page that is drawn there is a place to keep; without the bundle the reader begins at the top
const keptPlace = isDrawn ? import('#web/app/KeptPlace.tsx').catch(() => null) : null
void keptPlace?.then((place) => place?.followReader())

history.scrollRestoration = 'manual'
watchStyles()
watchAssets()
followLinks(router)
holdFocus()
stopSecondPress()
resumeKept('upload', () => import('#web/uploads/open-uploads.ts').then(({ wakeUploads }) => wakeUploads()))
resumeKept('quiz', () => import('#web/quizzes/sent-answers.ts').then(({ startAnswers }) => startAnswers()))
resumeKept('scorm', () => import('#web/scorm/sent-reports.ts').then(({ startReports }) => startReports()))
startLive()
startOffline()
void endForgotten()
// somebody signed in or out in another tab: load the user again, and see whether this page is still for them
onTokenChange(() => void router.invalidate())

// the static spinner, or the page that the server has drawn, stays until the first page is ready
Promise.all([router.load(), keptPlace]).then(([, place]) => {
  dropEarly()
  const root = createRoot(document.getElementById('root') as HTMLElement)
  if (!place) return root.render(<App />)
  const { KeptPlace } = place
  // in small steps, between which the page answers
  startTransition(() =>
    root.render(
      <KeptPlace>
        <App />
      </KeptPlace>,
    ),
  )
})
