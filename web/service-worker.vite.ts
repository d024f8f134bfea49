import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const entry = join(import.meta.dirname, 'worker/service-worker.ts')

/** The pages that can be read and written on without a network. */
const pages = /\/web\/(home\/home|courses\/courses?|lessons\/lesson|tasks\/tasks|offline\/offline)\.page\.tsx$/

/** Parts of these pages that students never see, or that need the server in any case. */
const others = new RegExp(
  '/web/(' +
    [
      'announcements/AnnouncementDialog',
      'auth/',
      'certificates/',
      'cohorts/',
      'consents/',
      'courses/(outline/|Course(Actions|People|Bin)|CopyCourse)',
      'handovers/',
      'home/(Staff|Teacher|Curator|Public)',
      'imports/',
      'journal/',
      'look/',
      'organisation/',
      'privacy/',
      'programs/',
      'projects/',
      'quizzes/editing',
      'quizzes/(StaffQuiz|QuizResult)',
      'reviews/',
      'scorm/',
      'search/',
      'statements/',
      'users/',
      'anchors/Pdf',
    ].join('|') +
    ')',
)

/** Files of fonts for formulas are many: those that a lesson needs are kept with the first look at it. */
const isFont = (name: string) => /\.(woff2?|ttf)$/.test(name)
const mainFont = /onest.*normal.*\.woff2$/

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

const isKept = ({ facadeModuleId }: Chunk) =>
  !facadeModuleId || (facadeModuleId.endsWith('.page.tsx') ? pages : /./).test(facadeModuleId)

/** The files that these pages load, whatever a student does on them. */
const filesOf = (bundle: Bundle) => {
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') return
    const { imports, dynamicImports, viteMetadata } = chunk as Chunk
    found.add(name)
    for (const css of viteMetadata?.importedCss ?? []) found.add(css)
    for (const next of imports) visit(next)
    for (const next of dynamicImports) {
      const late = bundle[next] as Chunk | undefined
      if (late?.type === 'chunk' && isKept(late) && !others.test(late.facadeModuleId ?? '')) visit(next)
    }
  }
  for (const [name, chunk] of Object.entries(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) visit(name)
  return [...found, ...Object.keys(bundle).filter((name) => mainFont.test(name))].filter(
    (name) => !isFont(name) || mainFont.test(name),
  )
}

/** Files of `web/public` that the documents of the app load. */
const publicFiles = ['before-paint.js', 'favicon.svg', 'icon-192.png']

/** Which build this is: the names of its bundles contain hashes, the other files are read. */
const idOf = async (dir: string, bundle: Bundle) => {
  const hash = createHash('sha256')
  for (const name of Object.keys(bundle).toSorted()) hash.update(`${name}\0`)
  for (const name of publicFiles) hash.update(await readFile(join(dir, name)))
  return hash.digest('hex').slice(0, 12)
}

/**
 * Builds the service worker beside the app, as one file under a name that stays: browsers look there for a new version.
 * It contains the names of what it keeps, so each build of the app has a worker of its own.
 */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  writeBundle: {
    // after the scripts have their final form
    sequential: true,
    order: 'post',
    handler: async ({ dir }, bundle) => {
      const main = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
      const facts = {
        id: await idOf(dir as string, bundle),
        entry: main?.fileName.split('/').pop() ?? '',
        files: [...filesOf(bundle).toSorted(), ...publicFiles].map((name) => `/build/${name}`),
      }
      const result = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        root: import.meta.dirname,
        define: { BUILD_FACTS: JSON.stringify(facts) },
        build: {
          target: 'es2023',
          write: false,
          rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
        },
      })
      const [chunk] = (result as Rolldown.RolldownOutput).output
      await writeFile(join(dir as string, 'service-worker.js'), chunk.code)
    },
  },
})
