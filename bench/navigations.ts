import type { Browser, CDPSession, Page } from '@playwright/test'
import { ask, findLargeCourse, signIn } from './school.ts'

/** A step that somebody takes again and again inside the app. */
interface Step {
  name: string
  role: 'student' | 'teacher'
  /** Where it begins. */
  from: string
  /** The links that are pointed at and clicked, one after another. Without them the key is pressed. */
  links?: string
  /** What the step brings: an element that was not visible before. */
  content: string
  /** It continues where it has led to, this often; then, as others each time, from where it began. */
  goesOn?: number
  /** Max time until the content is painted, in milliseconds. */
  aim: number
}

/** How long a step took, by the browser's own clock, in milliseconds. */
export interface NavigationResult {
  name: string
  count: number
  p50: number
  p95: number
  /** What the page's main thread used for each, with that of pointing at the link: the median. */
  cpu: number
  aim: number
}

const aims = { page: 100, task: 50 }
/** How often each step is taken. */
const times = 20
/** How long somebody points at a link before the click, at least; in milliseconds. */
const pointingMs = 80
/** How long somebody looks at a task before the next one, at least; in milliseconds. */
const readingMs = 500
const timeoutMs = 10_000

const readSteps = async (site: string): Promise<Step[]> => {
  const teacher = await signIn(site, 'teacher')
  const student = await signIn(site, 'student')
  const journal = await findLargeCourse(site, teacher)
  const { courses } = await ask(site, '/api/courses', { token: student })
  const details = await Promise.all(
    courses.map(({ id }: { id: number }) => ask(site, `/api/courses/${id}`, { token: student })),
  )
  // the longest course, from its first lesson
  const [longest] = details.map(({ course }) => course).sort((one, other) => other.lessons.length - one.lessons.length)
  const page = { content: 'main h1', aim: aims.page }
  return [
    {
      ...page,
      name: 'list of courses → course',
      role: 'student',
      from: '/courses',
      links: 'main a[href^="/courses/"]',
    },
    {
      ...page,
      name: 'course → lesson',
      role: 'student',
      from: `/courses/${longest.id}`,
      links: 'main a[href^="/lessons/"]',
    },
    {
      ...page,
      name: 'lesson → next lesson',
      role: 'student',
      from: `/lessons/${longest.lessons[0].id}`,
      links: 'main a[rel="next"]',
      goesOn: 8,
    },
    {
      ...page,
      name: 'main page → project',
      role: 'student',
      from: '/',
      links: 'main a[href^="/projects/"]:not([href$="/create"])',
    },
    { ...page, name: 'tasks → task', role: 'student', from: '/tasks', links: 'main a[href*="?work"]' },
    {
      name: 'course → journal',
      role: 'teacher',
      from: `/courses/${journal.course}`,
      links: 'main a[href$="?view=journal"]',
      content: 'main table',
      aim: aims.page,
    },
    {
      name: 'desk: J, the next task',
      role: 'teacher',
      from: '/tasks',
      content: '#desk-work-title',
      goesOn: 10,
      aim: aims.task,
    },
  ]
}

declare global {
  var watchNavigation: (content: string) => void
  /** How long it took. */
  var navigationTime: Promise<number>
}

/** Runs in the page: measures from the event of a click or a key to the paint of the content that it leads to. */
const watchNavigations = () => {
  globalThis.watchNavigation = (content) => {
    globalThis.navigationTime = new Promise<number>((resolve, reject) => {
      const begin = ({ timeStamp: start }: Event) => {
        removeEventListener('click', begin, true)
        removeEventListener('keydown', begin, true)
        const visible = () =>
          [...document.querySelectorAll<HTMLElement>(content)].filter((element) => element.checkVisibility())
        const before = new Set(visible())
        const { port1, port2 } = new MessageChannel()
        // a message that is sent from a frame arrives once the frame is painted
        port1.onmessage = () => {
          resolve(performance.measure('navigation', { start, end: performance.now() }).duration)
        }
        const look = () => {
          const found = visible().some((element) => !before.has(element) && element.textContent.trim() !== '')
          if (found && !document.querySelector('main .mantine-Skeleton-root')) port2.postMessage(null)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', begin, true)
      addEventListener('keydown', begin, true)
      setTimeout(() => reject(new Error(`${location.pathname} never showed ${content}.`)), 10_000)
    })
    globalThis.navigationTime.catch(() => {})
  }
}

/** Counts the requests of a page that have no response yet; live events stay open. */
const watchRequests = (page: Page) => {
  const open = new Set<unknown>()
  page.on('request', (request) => !request.url().endsWith('/api/events') && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    const until = Date.now() + timeoutMs
    while (open.size > 0 && Date.now() < until) await page.waitForTimeout(10)
  }
}

const cpuOf = async (session: CDPSession) => {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

const share = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

const measureStep = async (
  page: Page,
  session: CDPSession,
  quiet: () => Promise<void>,
  site: string,
  step: Step,
): Promise<NavigationResult> => {
  const durations: number[] = []
  const cpu: number[] = []
  const begin = async () => {
    await page.goto(site + step.from)
    await (step.links
      ? page.locator(step.links).filter({ visible: true }).first()
      : page.locator('main nav a, main li a').first()
    ).waitFor({ timeout: timeoutMs })
    await page.waitForTimeout(100)
    await quiet()
  }
  for (let index = 0; index < times; index += 1) {
    if (index % (step.goesOn ?? times) === 0) await begin()
    const links = step.links ? page.locator(step.links).filter({ visible: true }) : null
    const count = (await links?.count()) ?? 1
    await page.mouse.move(1, 1)
    const cpuBefore = await cpuOf(session)
    await links?.nth(index % Math.max(1, count)).hover()
    await page.waitForTimeout(links ? pointingMs : readingMs)
    await quiet()
    // what has loaded meanwhile may have moved the link
    await links?.nth(index % Math.max(1, count)).hover()
    await page.evaluate((content) => watchNavigation(content), step.content)
    if (links) {
      await page.mouse.down()
      await page.mouse.up()
    } else await page.keyboard.press('j')
    durations.push(await page.evaluate(() => navigationTime))
    cpu.push((await cpuOf(session)) - cpuBefore)
    await quiet()
    if (step.goesOn) continue
    await page.goBack()
    await links?.first().waitFor({ timeout: timeoutMs })
  }
  durations.sort((a, b) => a - b)
  cpu.sort((a, b) => a - b)
  return {
    name: step.name,
    count: times,
    p50: share(durations, 0.5),
    p95: share(durations, 0.95),
    cpu: share(cpu, 0.5),
    aim: step.aim,
  }
}

/** Takes each step several times, in a browser whose cache has the site's files. */
export const measureNavigations = async (browser: Browser, site: string): Promise<NavigationResult[]> => {
  const results: NavigationResult[] = []
  const steps = await readSteps(site)
  for (const role of ['student', 'teacher'] as const) {
    const localStorage = [{ name: 'access_token', value: await signIn(site, role) }]
    const context = await browser.newContext({
      locale: 'ru-RU',
      viewport: { width: 1280, height: 800 },
      storageState: { cookies: [], origins: [{ origin: new URL(site).origin, localStorage }] },
    })
    const page = await context.newPage()
    await page.addInitScript(watchNavigations)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const quiet = watchRequests(page)
    for (const step of steps) {
      if (step.role !== role) continue
      console.error(`Going: ${step.name}`)
      results.push(await measureStep(page, session, quiet, site, step))
    }
    await context.close()
  }
  return results
}
