import { sendFile } from './attempt-files.ts'
import { callApi, demoToken, expect, newPerson, openAs, settled, test } from './school.ts'

// registering one is refused by the site, not by the test
test.use({ serviceWorkers: 'allow' })

test('a user’s file runs neither as a script nor as a worker', async ({ page, request, problems }) => {
  const person = await newPerson('student')
  const code = Buffer.from('globalThis.ranOnOurOrigin = true; globalThis.postMessage?.("ran", "*")\n')
  const links: string[] = []
  for (const name of ['a.js', 'a.mjs', 'a.txt']) {
    const id = await sendFile(request, person, { name, type: 'text/javascript', bytes: code })
    const { file } = await callApi(request, 'GET', `/api/files/${id}`, { token: person.token })
    links.push(file.url, file.url.replace('/files/', '/build/../files/'), `/build/..%2ffiles/${id}`)
  }
  await openAs(page, person.token, '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const link of links) {
    const ran = await page.evaluate(async (link) => {
      const asScript = (type: string) =>
        new Promise<string>((resolve) => {
          const script = Object.assign(document.createElement('script'), { src: link, type })
          script.onload = () => resolve('ran')
          script.onerror = () => resolve('refused')
          document.head.append(script)
        })
      const asWorker = (type: WorkerType) =>
        new Promise<string>((resolve) => {
          try {
            const worker = new Worker(link, { type })
            worker.onmessage = () => resolve('ran')
            worker.onerror = () => resolve('refused')
          } catch {
            resolve('refused')
          }
        })
      const asService = navigator.serviceWorker.register(link).then(
        () => 'ran',
        () => 'refused',
      )
      return Promise.all([
        asScript('text/javascript'),
        asScript('module'),
        asWorker('classic'),
        asWorker('module'),
        asService,
      ])
    }, link)
    expect(ran, link).toEqual(Array(5).fill('refused'))
  }
  expect(await page.evaluate(() => 'ranOnOurOrigin' in globalThis)).toBe(false)
  expect(
    problems.filter((problem) => !/\/files\/.* violates the following Content Security Policy/.test(problem)),
  ).toEqual([])
  problems.length = 0
})

test('no policy blocks anything of the site itself', async ({ page, baseURL }) => {
  test.setTimeout(120_000)
  const stopped: string[] = []
  page.on('console', (message) => {
    if (/content security policy|permissions.policy/i.test(message.text())) stopped.push(message.text())
  })
  // code made from strings is in no message of the console, but reported
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/policy-reports') stopped.push(request.postData() ?? '')
  })
  const teacher = await demoToken('teacher')
  // by the name of this machine as well, which is not the public address
  const byName = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  for (const [token, path] of [
    [null, '/'],
    [null, '/projects/1'],
    [null, `${byName}/login`],
    [teacher, '/tasks'],
    [teacher, '/lessons/7/edit'],
  ] as const) {
    await openAs(page, token, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await settled(page)
  }
  // the dialog loads the schemas of its form
  await openAs(page, await demoToken('student'), '/profile')
  await page.getByRole('button', { name: 'Добавить ключ доступа' }).click()
  await expect(page.getByRole('dialog', { name: 'Новый ключ доступа' })).toBeVisible()
  await page.goto('/api/docs')
  await page.locator('#operations-tag-auth').click()
  await expect(page.getByText('/api/auth/login')).toBeVisible()
  expect(stopped).toEqual([])
})
